/** The company directory: its companies for everybody (`companies/`), and the screens of super users. */
export { CompanySearch, englishSearch, type FoundCompany } from './companies/company-search.tsx'
