import CompaniesScreen from './companies-screen.tsx'
import { ForEverybody } from './company-link.tsx'
import { EmployerFinder } from './employer-finder.tsx'

/** /companies, for anybody: find your employer, or read the whole list. */
export default function PublicCompaniesScreen() {
  return (
    <ForEverybody value={true}>
      <CompaniesScreen above={<EmployerFinder />} />
    </ForEverybody>
  )
}
