export { CompanySearch, englishSearch, type FoundCompany } from './company-search.tsx'
