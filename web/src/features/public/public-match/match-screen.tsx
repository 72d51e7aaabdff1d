import { publicMatch, screens } from '@twofold/contract'
import { HeartHandshake } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { cacheEmbeddedData } from './embedded-data.ts'
import { MatchForm } from './match-form.tsx'
import { initialValues } from './match-form-state.ts'

// These views are rare, so they load on demand.
const OrganizationNotFound = lazyComponent(() => import('./organization-not-found.tsx'))
const OrganizationChoice = lazyComponent(() => import('./organization-choice.tsx'))

if (typeof document !== 'undefined') cacheEmbeddedData(document)

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

export default function MatchScreen() {
  const { name = '' } = useParams()
  const [search] = useSearchParams()
  const chosen = /^\d+$/.test(search.get('id') ?? '') ? search.get('id') : null
  const { data, error, refetch } = useApiQuery(
    publicMatch.findPublicOrganizations,
    { params: { organization: chosen ?? name } },
    { staleMs: 300_000 },
  )
  const [first, ...others] = data?.organizations ?? []
  return (
    <Suspense fallback={<Waiting />}>
      {error ? (
        <OrganizationNotFound error={error} onRetry={() => void refetch()} />
      ) : !first ? (
        <Waiting />
      ) : others.length > 0 ? (
        <OrganizationChoice organizations={[first, ...others]} />
      ) : (
        <Matching key={first.id} organization={first} search={search} />
      )}
    </Suspense>
  )
}

function Waiting() {
  return (
    <>
      <PageHeading title="Match your gift" />
      <Loading />
    </>
  )
}

function Matching({ organization, search }: { organization: publicMatch.PublicOrganization; search: URLSearchParams }) {
  const [answer, setAnswer] = useState<publicMatch.RequestResponse | null>(null)
  const { name, city, state, mission, url, file_logo } = organization
  const [logo, setLogo] = useState(file_logo)
  const place = [city, state].filter(Boolean).join(', ')
  const site = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`)
  return (
    <>
      <PageHeading title={`Match your gift to ${name}`}>
        Many employers match their employees’ donations. Find yours and request the match.
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Card>
          {answer === null ? (
            <MatchForm
              organization={organization}
              start={initialValues(search, organization.today)}
              transactionId={search.get('transaction_id')?.trim().slice(0, 100) ?? ''}
              onDone={setAnswer}
            />
          ) : (
            <EmptyState
              icon={HeartHandshake}
              title="Your request is in"
              action={
                <>
                  {answer.steps && (
                    <Button asChild>
                      <a href={answer.steps}>See the steps now</a>
                    </Button>
                  )}
                  <Button variant="secondary" onClick={() => setAnswer(null)}>
                    Request a match for another gift
                  </Button>
                </>
              }
            >
              {answer.message}
            </EmptyState>
          )}
        </Card>
        <Card>
          {logo && (
            <div className="mb-4 flex h-24 items-center justify-center rounded-control border border-hairline bg-white p-3">
              <img
                src={logo}
                alt={`Logo of ${name}`}
                onError={() => setLogo(null)}
                className="max-h-full max-w-full object-contain"
              />
            </div>
          )}
          <CardTitle>{name}</CardTitle>
          {place && <p className="text-muted">{place}</p>}
          {mission && <p className="mt-3 leading-7 break-words whitespace-pre-line">{mission}</p>}
          {url && site && (
            <p className="mt-3">
              <a href={site.href} rel="noopener noreferrer nofollow" target="_blank" className={`${inline} break-all`}>
                {site.host}
              </a>
            </p>
          )}
          <hr className="my-5 border-hairline" />
          <h3 className="font-semibold">How it works</h3>
          <ol className="mt-2 list-decimal space-y-1.5 pl-5">
            <li>You tell us about your gift and your employer.</li>
            <li>We email you the steps, with your details filled in.</li>
            <li>Your employer pays the match to {name}.</li>
          </ol>
          <p className="mt-4">
            <Link to={screens.faq} className={inline}>
              Frequently Asked Questions
            </Link>
          </p>
        </Card>
      </div>
    </>
  )
}
