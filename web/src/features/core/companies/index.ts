/** Search for an employer in the directory. */
export { CompanySearch, englishSearch, type FoundCompany } from './company-search.tsx'
