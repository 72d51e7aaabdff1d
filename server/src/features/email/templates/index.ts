/** What nonprofits write themselves in the mails to their donors: versions of a template, and which one a mail goes out with. */
import type { Room } from '../../../platform/services/room.ts'
import { templateRoutes } from './templates.routes.ts'

export { type ChosenVersion, chooseVersion } from './choose-version.ts'

export const templatesRoom = (): Room => ({ routes: templateRoutes })
