/** Custom wording of donor mails: versions of a template and the choice of one per mail. */
import type { Feature } from '../../../platform/services/feature.ts'
import { templateRoutes } from './templates.routes.ts'

export { type ChosenVersion, chooseVersion, theDefault } from './choose-version.ts'

export const templatesFeature = (): Feature => ({ routes: templateRoutes })
