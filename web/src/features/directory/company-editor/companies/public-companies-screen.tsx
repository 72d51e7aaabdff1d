import { companies } from '@twofold/contract'
import { useState } from 'react'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { CompanySearch, type FoundCompany } from '../../../core/companies/index.ts'
import { CompanySource } from '../sources.tsx'
import CompaniesScreen from './companies-screen.tsx'
import { CompanyLink, PublicPageContext } from './company-table.tsx'

export default function PublicCompaniesScreen() {
  return (
    <PublicPageContext value={true}>
      <CompaniesScreen above={<EmployerFinder />} />
    </PublicPageContext>
  )
}

function EmployerFinder() {
  const [chosen, setChosen] = useState<FoundCompany | null>(null)
  return (
    <Card className="mb-8 max-w-2xl">
      <CardTitle>Does your employer match?</CardTitle>
      <Field name="employer" label="Employer">
        <CompanySearch value="" onChoose={setChosen} />
      </Field>
      <div aria-live="polite">{chosen && <Outcome key={chosen.company_id} chosen={chosen} />}</div>
    </Card>
  )
}

function Outcome({ chosen: { name, company } }: { chosen: FoundCompany }) {
  const { data, isPending } = useApiQuery(
    companies.listCompanies,
    { query: { search: company?.name ?? '', per_page: 100 } },
    { enabled: company !== null, staleMs: 60_000 },
  )
  const row = data?.companies.find(({ id }) => id === company?.id)
  if (company && isPending) return null
  if (!company || !row) {
    return (
      <Notice tone="awaiting" className="mt-4">
        We don’t know {name} yet. It may still match gifts: ask your HR team.
      </Notice>
    )
  }
  return (
    <Notice tone={row.has_program === 'yes' ? 'submitted' : 'verify'} className="mt-4">
      <p>
        {row.text}
        {row.who && row.has_program === 'yes' ? ` Who’s eligible: ${row.who}.` : ''}
      </p>
      <p>
        More about <CompanyLink row={row} />
      </p>
      <CompanySource row={row} />
    </Notice>
  )
}
