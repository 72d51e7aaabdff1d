import { review } from '@twofold/contract'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useMe } from '../../../../shared/me.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { lazyComponent } from '../../../../ui/lazy.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { ForbiddenState } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { EmployersQueue } from './employers-queue.tsx'

const SuggestionsQueue = lazyComponent(() => import('./suggestions-queue.tsx'))

export default function ReviewScreen() {
  const isSuper = useMe().globalPermission === 'super'
  const [search, setSearch] = useSearchParams()
  const tab = search.get('show') === 'corrections' ? 'corrections' : 'employers'
  return (
    <>
      <PageHeading title="Review Queue">{headings[tab]}</PageHeading>
      {isSuper ? (
        <Tabs
          label="Queues"
          value={tab}
          onChange={(name) => setSearch(name === 'corrections' ? { show: name } : {})}
          tabs={[
            { name: 'employers', label: 'Employers', content: <EmployersQueue /> },
            {
              name: 'corrections',
              label: <CorrectionsLabel />,
              content: (
                <Suspense fallback={<Loading text="Loading suggested corrections..." />}>
                  <SuggestionsQueue />
                </Suspense>
              ),
            },
          ]}
        />
      ) : (
        <ForbiddenState>Only our support team can see the review queue.</ForbiddenState>
      )}
    </>
  )
}

const headings = {
  employers: (
    <>
      Employer names that don’t point to one company, across all organizations. Choose the company, and we’ll recheck
      every waiting gift.
      <span className="max-md:hidden">
        {' '}
        Keys: ↑ and ↓ move between employers, a number chooses a company, 0 searches for another.
      </span>
    </>
  ),
  corrections:
    'Corrections suggested by nonprofits and donors. We’ll email your decision to the person who suggested it.',
} as const

function CorrectionsLabel() {
  const { data } = useApiQuery(review.countReview, {})
  return <>Suggested corrections{data && data.suggestions > 0 && ` (${formatCount(data.suggestions)})`}</>
}
