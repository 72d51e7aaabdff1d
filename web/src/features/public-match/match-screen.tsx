import { publicMatch, screens } from '@twofold/contract'
import { HeartHandshake, MapPinOff } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { takeGiven } from './given.ts'
import { MatchForm } from './match-form.tsx'
import { startValues } from './match-form-state.ts'

if (typeof document !== 'undefined') takeGiven(document)

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

/** /match/{name}: a donor finds their employer, sees what it matches, and asks for the match of a gift. */
export default function MatchScreen() {
  const { name = '' } = useParams()
  const [search] = useSearchParams()
  const chosen = /^\d+$/.test(search.get('id') ?? '') ? search.get('id') : null
  const { data, error, refetch } = useAnswer(
    publicMatch.findPublicOrganizations,
    { params: { organization: chosen ?? name } },
    { staleMs: 300_000 },
  )
  if (error) return <NotThere error={error} onRetry={() => void refetch()} />
  const [first, ...others] = data?.organizations ?? []
  if (!first) {
    return (
      <>
        <PageHeading title="Match your gift" />
        <Loading />
      </>
    )
  }
  if (others.length > 0) return <WhichOne organizations={[first, ...others]} />
  return <Matching key={first.id} organization={first} search={search} />
}

function Matching({ organization, search }: { organization: publicMatch.PublicOrganization; search: URLSearchParams }) {
  const [answer, setAnswer] = useState<publicMatch.RequestAnswer | null>(null)
  const { name, city, state, mission, url, file_logo } = organization
  const [logo, setLogo] = useState(file_logo)
  const place = [city, state].filter(Boolean).join(', ')
  const site = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`)
  return (
    <>
      <PageHeading title={`Match your gift to ${name}`}>
        Many employers match what their people give. Find yours, see what it adds, and ask for it: we’ll guide you
        through the rest.
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Card>
          {answer === null ? (
            <MatchForm
              organization={organization}
              start={startValues(search, organization.today)}
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
                  <Button look="secondary" onClick={() => setAnswer(null)}>
                    Ask for a match of another gift
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
            <li>We email you the one step to take, with everything we know filled in.</li>
            <li>Your employer pays its part to {name}.</li>
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

function WhichOne({ organizations }: { organizations: readonly publicMatch.PublicOrganization[] }) {
  return (
    <div className="max-w-2xl">
      <PageHeading title="Which one did you give to?">Several organizations have this name.</PageHeading>
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

function NotThere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <>
      <PageHeading title="Match your gift" />
      <Card>
        {isUnknown ? (
          <EmptyState
            icon={MapPinOff}
            title="There’s no matching page at this address"
            action={
              <Button look="secondary" asChild>
                <Link to={screens.publicCompanies}>Does my employer match?</Link>
              </Button>
            }
          >
            The organization may have changed its name or no longer work with us. Its own website has the right address,
            and you can still look up what your employer matches.
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  )
}
