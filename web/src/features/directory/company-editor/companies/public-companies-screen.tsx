import CompaniesScreen from './companies-screen.tsx'
import { PublicPageContext } from './company-link.tsx'
import { EmployerFinder } from './employer-finder.tsx'

export default function PublicCompaniesScreen() {
  return (
    <PublicPageContext value={true}>
      <CompaniesScreen above={<EmployerFinder />} />
    </PublicPageContext>
  )
}
