import CompaniesScreen from './companies-screen.tsx'
import { ForEverybody } from './company-link.tsx'
import { EmployerFinder } from './employer-finder.tsx'

/** /companies, a public page: employer search and the full list. */
export default function PublicCompaniesScreen() {
  return (
    <ForEverybody value={true}>
      <CompaniesScreen above={<EmployerFinder />} />
    </ForEverybody>
  )
}
