import { publicMatch, screens } from '@twofold/contract'
import { HeartHandshake } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useDocumentLanguage } from '../../../shared/page-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { cacheEmbeddedData } from './embedded-data.ts'
import { MatchForm } from './match-form.tsx'
import { initialValues } from './match-form-state.ts'
import type { MatchTexts } from './texts.ts'

// These views are rare, so they load on demand.
const OrganizationNotFound = lazyComponent(() => import('./organization-not-found.tsx'))
const OrganizationChoice = lazyComponent(() => import('./organization-choice.tsx'))

if (typeof document !== 'undefined') cacheEmbeddedData(document)

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

export function MatchPage({ texts }: { texts: MatchTexts }) {
  useDocumentLanguage(texts.locale, texts.frame)
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
    <Suspense fallback={<Waiting texts={texts} />}>
      {error ? (
        <OrganizationNotFound error={error} onRetry={() => void refetch()} texts={texts} />
      ) : !first ? (
        <Waiting texts={texts} />
      ) : others.length > 0 ? (
        <OrganizationChoice organizations={[first, ...others]} texts={texts} />
      ) : (
        <Matching key={first.id} organization={first} search={search} texts={texts} />
      )}
    </Suspense>
  )
}

function Waiting({ texts }: { texts: MatchTexts }) {
  return (
    <>
      <PageHeading title={texts.heading} />
      <Loading />
    </>
  )
}

function Matching({
  organization,
  search,
  texts,
}: {
  organization: publicMatch.PublicOrganization
  search: URLSearchParams
  texts: MatchTexts
}) {
  const [answer, setAnswer] = useState<publicMatch.RequestResponse | null>(null)
  const { name, city, state, mission, url, file_logo } = organization
  const [logo, setLogo] = useState(file_logo)
  const place = [city, state].filter(Boolean).join(', ')
  const site = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`)
  return (
    <>
      <PageHeading title={texts.headingOf(name)}>{texts.lead}</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Card>
          {answer === null ? (
            <MatchForm
              organization={organization}
              start={initialValues(search, organization.today)}
              transactionId={search.get('transaction_id')?.trim().slice(0, 100) ?? ''}
              onDone={setAnswer}
              texts={texts}
            />
          ) : (
            <EmptyState
              icon={HeartHandshake}
              title={texts.done}
              action={
                <>
                  {answer.steps && (
                    <Button asChild>
                      <a href={answer.steps}>{texts.steps}</a>
                    </Button>
                  )}
                  <Button variant="secondary" onClick={() => setAnswer(null)}>
                    {texts.another}
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
                alt={texts.logoOf(name)}
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
          <h3 className="font-semibold">{texts.howTitle}</h3>
          <ol className="mt-2 list-decimal space-y-1.5 pl-5">
            {texts.how(name).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="mt-4">
            <Link to={screens.faq} className={inline}>
              {texts.questions}
            </Link>
          </p>
        </Card>
      </div>
    </>
  )
}
