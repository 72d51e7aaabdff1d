/** The directory of employers and their policies, in the portal and for everybody. */

export { CompanySearch, englishSearch, type FoundCompany } from './company-search.tsx'
export { ExampleGifts, Moves } from './moves.tsx'
