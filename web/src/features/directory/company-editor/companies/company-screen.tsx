import { companies, linkTo, policies, screens } from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { Link, Navigate, useParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import {
  RequireOrganization,
  useCurrentOrganization,
  useOrganization,
} from '../../../../shared/current-organization.tsx'
import { useMe } from '../../../../shared/me.tsx'
import { Card, CardTitle, Facts } from '../../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../../ui/format.ts'
import { PageHeading } from '../../../../ui/page.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { describeChange } from '../editor/change-text.ts'
import { FailedPage } from '../failed-page.tsx'
import { FactSource, PublicPageLink, SourceLink } from '../sources.tsx'
import { LevelBadge } from './level-badge.tsx'
import { OwnPoliciesCard } from './own-policies-card.tsx'
import { SuggestionsCard } from './suggestions-card.tsx'

type Company = policies.OrganizationCompany

/** A super user without an organization continues to the company's page in the directory. */
export default function CompanyScreen() {
  const { companyId = '' } = useParams()
  const isSuper = useMe().globalPermission === 'super'
  if (useCurrentOrganization().state === 'none' && isSuper)
    return <Navigate to={linkTo(screens.directoryCompany, { companyId })} replace />
  return (
    <RequireOrganization title="Company">
      <CompanyOfOrganization />
    </RequireOrganization>
  )
}

function CompanyOfOrganization() {
  const { id } = useOrganization()
  const companyId = Number(useParams().companyId)
  const params = { id, companyId }
  const { data, error, isPending, refetch } = useApiQuery(policies.getOrganizationCompany, { params })
  if (isPending) return <Loading text="Loading the company..." />
  if (!data) return <FailedPage title="Company" error={error} onRetry={() => void refetch()} />
  const { company, public_path, parent, is_inherited } = data
  return (
    <>
      <PageHeading title={company.name} actions={<PublicPageLink to={public_path} />}>
        <LevelBadge level={company.level} />
        {parent && (
          <>
            {' '}
            Part of{' '}
            <Link className="underline underline-offset-2" to={linkTo(screens.company, { companyId: parent.id })}>
              {parent.name}
            </Link>
            {is_inherited && ', and follows its policy'}.
          </>
        )}
      </PageHeading>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-6">
          <PolicyCard company={data} />
          <FactsCard facts={data.facts} />
          <VersionsCard versions={data.versions} />
        </div>
        <div className="space-y-6">
          <GiftsCard company={data} />
          <OwnPoliciesCard company={data} />
          <SuggestionsCard company={data} />
          <AboutCard company={data} />
        </div>
      </div>
    </>
  )
}

function PolicyCard({ company: { sentences } }: { company: Company }) {
  return (
    <Card>
      <CardTitle>Policy</CardTitle>
      <dl className="space-y-3">
        {sentences.map(({ heading, texts }) => (
          <div key={heading}>
            <dt className="text-[0.9375rem] text-muted">{heading}</dt>
            {texts.map((text) => (
              <dd key={text} className="max-w-[65ch]">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Card>
  )
}

function FactsCard({ facts }: Pick<Company, 'facts'>) {
  return (
    <Card>
      <CardTitle>Facts and their sources</CardTitle>
      {facts.length === 0 && <p className="text-muted">We don’t have any information on this company yet.</p>}
      <dl className="divide-y divide-hairline">
        {facts.map((fact) => (
          <div key={fact.term} className="grid gap-x-6 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr]">
            <dt className="text-muted">{fact.term}</dt>
            <dd className="min-w-0 break-words">
              {fact.text}
              <FactSource fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function VersionsCard({ versions }: Pick<Company, 'versions'>) {
  const { time_zone } = useOrganization()
  if (versions.length === 0) return null
  return (
    <Card>
      <CardTitle>History</CardTitle>
      <ol className="space-y-4">
        {versions.map(({ version, learned_at, by, source, changes }) => (
          <li key={version}>
            <p>
              <strong className="font-semibold">Version {version}</strong>, {formatDateTime(learned_at, time_zone)},{' '}
              {by ? `entered by ${by}` : 'from our directory'}
              {source && <span className="text-muted"> – {source}</span>}
            </p>
            {changes.length === 0 && version !== versions.at(-1)?.version && (
              <p className="text-muted">Only the source changed.</p>
            )}
            {changes.length > 0 && (
              <details>
                <summary className="min-h-11 cursor-pointer py-2.5 text-brand-text underline-offset-2 hover:underline">
                  {plural(changes.length, 'fact', 'facts')} {version === versions.at(-1)?.version ? 'given' : 'changed'}
                </summary>
                <ul className="list-disc space-y-1 pl-5 text-[0.9375rem]">
                  {changes.map((change) => (
                    <li key={change.term}>{describeChange(change, 'unknown')}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function GiftsCard({ company: { company, gifts } }: { company: Company }) {
  const lowerBoundPrefix = gifts.is_whole ? '' : 'at least '
  const to = (status?: string) => linkTo(screens.donations, { companyId: company.id, status, dates: 'any' })
  if (gifts.gifts === 0) {
    return (
      <Card>
        <CardTitle>Your donors there</CardTitle>
        <p className="text-muted">None of your donors are known to work at {company.name}.</p>
      </Card>
    )
  }
  const otherCount = gifts.gifts - gifts.open - gifts.submitted - gifts.completed
  const lines = [
    {
      count: gifts.open,
      label: 'open: to request or verify',
      to: to(pendingStatusIds.join(',')),
    },
    { count: gifts.submitted, label: 'submitted, not paid yet', to: to('4') },
    { count: gifts.completed, label: 'approved or paid', to: to('1') },
    { count: otherCount, label: 'other: on hold or not matched', to: null },
  ]
  return (
    <Card>
      <CardTitle>Your donors there</CardTitle>
      <p>
        {lowerBoundPrefix}
        {plural(gifts.donors, 'donor works', 'donors work')} at {company.name} and gave{' '}
        <Link to={to()} className="font-semibold text-brand-text underline underline-offset-2">
          {plural(gifts.gifts, 'gift', 'gifts')}
        </Link>
        . Of these:
      </p>
      <ul className="mt-3 space-y-1">
        {lines.map(({ count, label, to: target }) => (
          <li key={label}>
            {target !== null && count > 0 ? (
              <Link
                to={target}
                className="inline-flex min-h-8 items-baseline gap-1.5 underline-offset-2 hover:underline"
              >
                <strong className="font-semibold tabular-nums">{count.toLocaleString()}</strong> {label}
              </Link>
            ) : (
              <span className="flex min-h-8 items-baseline gap-1.5 text-muted">
                <span className="tabular-nums">{count.toLocaleString()}</span> {label}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function AboutCard({ company: { website, industry, aliases } }: { company: Company }) {
  const rows = [
    [
      'Website',
      /^https?:\/\//.test(website) ? (
        <SourceLink key="site" to={website}>
          {website.replace(/^https?:\/\/(www\.)?/, '')}
        </SourceLink>
      ) : (
        website
      ),
    ],
    ['Industry', industry],
    ['Also known as', companies.abbreviateNames(aliases)],
  ] as const
  const knownRows = rows.filter(([, value]) => value !== '')
  if (knownRows.length === 0) return null
  return (
    <Card>
      <CardTitle>About the company</CardTitle>
      <Facts rows={knownRows} />
    </Card>
  )
}
