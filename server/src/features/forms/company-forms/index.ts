import type { Feature } from '../../../platform/services/feature.ts'
import { companyFormRoutes } from './forms.routes.ts'

export { changePlacements, replaceForm } from './change-form.ts'
export { type FormValues, fillForm, listDonorSources, stampForm } from './fill-form.ts'
export { findForm, type StoredForm } from './forms.queries.ts'

export const companyFormsFeature = (): Feature => ({ routes: companyFormRoutes })
