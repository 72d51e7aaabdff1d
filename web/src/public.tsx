import { mountApp } from './app/mount-app.tsx'
import { loadPublicScreens, PublicApp } from './app/public-app.tsx'

void loadPublicScreens(location.pathname).then((parts) => mountApp(<PublicApp parts={parts} />))
