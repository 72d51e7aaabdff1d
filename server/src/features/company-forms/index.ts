/**
 * The PDF forms by which companies are asked for a match. A file is cleaned when it comes in: only its pages stay. What of ours
 * stands where is data, whether the file had fields or not.
 */
import type { Room } from '../../platform/room.ts'
import { companyFormRoutes } from './forms.routes.ts'

export { askedOn, type FormValues, fillForm, stamp } from './fill-form.ts'
export { findForm, type StoredForm } from './forms.queries.ts'
export { keepForm, placeForm } from './keep-form.ts'

export const companyFormsRoom = (): Room => ({ routes: companyFormRoutes })
