import { PublicApp } from './portal/public-app.tsx'
import { start } from './portal/start.tsx'

start(<PublicApp />)
