import type { publicMatch } from '@twofold/contract'
import { Link } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import type { MatchTexts } from './texts.ts'

/** Several organizations can share one address. */
export default function OrganizationChoice({
  organizations,
  texts,
}: {
  organizations: readonly publicMatch.PublicOrganization[]
  texts: MatchTexts
}) {
  return (
    <div className="max-w-2xl">
      <PageHeading title={texts.choiceTitle}>{texts.choiceLead}</PageHeading>
      <Card padded={false}>
        <ul className="divide-y divide-hairline">
          {organizations.map(({ id, name, city, state, url }) => (
            <li key={id}>
              <Link to={{ search: `?id=${id}` }} className="block px-5 py-4 hover:bg-sunken sm:px-6">
                <strong className="block">{name}</strong>
                <span className="text-muted">
                  {[[city, state].filter(Boolean).join(', '), url].filter(Boolean).join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
