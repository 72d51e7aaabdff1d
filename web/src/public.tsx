import { PublicApp, partsFor } from './app/public-app.tsx'
import { start } from './app/start.tsx'

void partsFor(location.pathname).then((parts) => start(<PublicApp parts={parts} />))
