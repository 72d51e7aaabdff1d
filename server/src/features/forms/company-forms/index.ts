/** PDF forms of companies: upload, placement of the fields, and filling. */
import type { Room } from '../../../platform/services/room.ts'
import { companyFormRoutes } from './forms.routes.ts'

export { keepForm, placeForm } from './change-form.ts'
export { askedOn, type FormValues, fillForm, stamp } from './fill-form.ts'
export { findForm, type StoredForm } from './forms.queries.ts'

export const companyFormsRoom = (): Room => ({ routes: companyFormRoutes })
