import { PublicApp, partsFor } from './portal/public-app.tsx'
import { start } from './portal/start.tsx'

void partsFor(location.pathname).then((parts) => start(<PublicApp parts={parts} />))
