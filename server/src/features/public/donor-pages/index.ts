/** Access requires a signed link, and each change requires a click. */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import { matchRequestEmails } from './match-requests/match-request-emails.ts'
import { matchRequestRoutes } from './match-requests/match-requests.routes.ts'
import { privacyRequestEmails } from './privacy-requests/privacy-request-emails.ts'
import { serveDonorPages } from './serve-donor-pages.ts'

export const donorSystemEmails = { ...matchRequestEmails, ...privacyRequestEmails } as const

export const donorPagesFeature = ({ directory }: { readonly directory: Directory }): Feature => ({
  routes: matchRequestRoutes(directory),
  pages: [serveDonorPages(directory)],
})
