import { type donors, linkTo, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganization, useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { Card, CardTitle, Facts } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatDay, formatMoney, plural } from '../../../ui/format.ts'
import { describeEmployer } from '../donations/index.ts'
import { formatAddress, formatDays, sourceOfEmployer } from './donor-text.ts'

type Props = { donor: donors.DonorDetail }

export function DonorTotals({ donor }: Props) {
  const { sums, first_gift, last_gift } = donor
  if (sums.length === 0) return null
  return (
    <Card aria-label="Money">
      <ul className="space-y-5">
        {sums.map((sum) => (
          <li key={sum.currency}>
            <dl className="grid gap-4 sm:grid-cols-3">
              <Sum word="Given" amount={formatMoney(sum.given, sum.currency)} note={plural(sum.gifts, 'gift')} />
              <Sum
                word="Open matches"
                amount={`${sum.is_certain ? '' : 'up to '}${formatMoney(sum.could_be_matched, sum.currency)}`}
                note="Not requested yet"
              />
              <Sum word="Submitted" amount={formatMoney(sum.submitted, sum.currency)} note="Requested from employers" />
            </dl>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-[0.9375rem] text-muted">
        Gifts {formatDays(first_gift, last_gift)}. Excludes canceled and refunded gifts.
      </p>
    </Card>
  )
}

function Sum({ word, amount, note }: { word: string; amount: string; note: string }) {
  return (
    <div>
      <dt className="text-muted">{word}</dt>
      <dd className="text-2xl leading-8 font-semibold tracking-[-0.01em] tabular-nums">{amount}</dd>
      <dd className="text-[0.9375rem] text-muted">{note}</dd>
    </div>
  )
}

export function DonorFacts({ donor }: Props) {
  const { children } = useOrganization()
  const nameOf = useOrganizationLabel()
  return (
    <>
      <Card>
        <CardTitle>About</CardTitle>
        <Facts
          rows={[
            ['Email', <Email key="email" donor={donor} />],
            ['Phone', donor.phone],
            ['Address', formatAddress(donor)],
            ...(children.length > 0 ? [['Organization', nameOf(donor.organization)] as const] : []),
            ['Donor since', donor.first_gift ? formatDay(donor.first_gift) : formatDay(donor.created_at)],
            ['Donor id', String(donor.id)],
          ]}
        />
        {donor.elsewhere.length > 0 && <OtherOrganizations donor={donor} />}
      </Card>
      <Employers donor={donor} />
    </>
  )
}

function Email({ donor: { email, former_addresses } }: Props) {
  return (
    <>
      {email ? (
        <span className="-my-1 flex items-center gap-0.5">
          <a
            className="inline-flex min-h-6 min-w-0 items-center break-all text-brand-text underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
            href={`mailto:${email}`}
          >
            {email}
          </a>
          <CopyButton text={email} label="Copy email address" />
        </span>
      ) : (
        <span className="text-muted">No email address</span>
      )}
      {former_addresses.length > 0 && (
        <span className="block text-[0.9375rem] break-words text-muted">
          Also gave as {former_addresses.join(', ')}
        </span>
      )}
    </>
  )
}

function OtherOrganizations({ donor: { elsewhere } }: Props) {
  const nameOf = useOrganizationLabel()
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <h3 className="text-[0.9375rem] font-semibold text-muted">Same email in your chapters</h3>
      <ul>
        {elsewhere.map(({ id, organization, gifts }) => (
          <li key={id}>
            <Link
              to={linkTo(screens.donor, { id })}
              className="inline-flex min-h-6 items-center text-brand-text underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
            >
              {nameOf(organization)}
            </Link>{' '}
            <span className="text-muted">{plural(gifts, 'gift')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Employers({ donor: { employers } }: Props) {
  return (
    <Card>
      <CardTitle>Employer</CardTitle>
      {employers.length === 0 && <p className="text-muted">Unknown</p>}
      <ul className="space-y-3.5">
        {employers.map((employer, index) => (
          <li key={`${employer.company_id} ${employer.name}`}>
            <p className="font-semibold break-words">
              {employer.name}
              {index > 0 && <span className="font-normal text-muted"> on earlier gifts</span>}
            </p>
            <p className="text-[0.9375rem] text-muted">{sourceOfEmployer(employer)}</p>
            <p className="text-[0.9375rem] text-muted">
              {describeEmployer({
                employer_how: employer.how,
                employer_confidence: employer.confidence,
                company_id: employer.company_id,
              })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
