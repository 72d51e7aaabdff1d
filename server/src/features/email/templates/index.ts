import type { Feature } from '../../../platform/services/feature.ts'
import { templateRoutes } from './templates.routes.ts'

export { type ChosenVersion, chooseVersion, theDefault } from './choose-version.ts'
export { templateOfMail } from './templates.queries.ts'

export const templatesFeature = (): Feature => ({ routes: templateRoutes })
