import { companies, screens } from '@twofold/contract'
import { ExternalLink, Search } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Field } from '../../../../ui/field.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { PageHeading } from '../../../../ui/page.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { SearchBox } from '../../../../ui/search-box.tsx'
import { Skeleton, useSkeleton } from '../../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useNarrow } from '../../../../ui/use-narrow.ts'
import {
  type CompaniesQuery,
  companiesQueryOf,
  levelOf,
  perPage,
  policyFilterOf,
  shownFilterOf,
} from './companies-query.ts'
import { CompanyCards, CompanyTable, PublicPageContext } from './company-table.tsx'

export default function CompaniesScreen({ above }: { above?: ReactNode }) {
  const isPublic = useContext(PublicPageContext)
  const [params, setParams] = useSearchParams()
  const query = companiesQueryOf(params)
  const { search, page } = query
  const filter = shownFilterOf(query)
  const { data, error, isPending, isPlaceholderData, refetch } = useApiQuery(
    companies.listCompanies,
    { query: { search, page, level: levelOf(filter), per_page: perPage } },
    { keepPrevious: true, staleMs: 60_000 },
  )
  const showsSkeleton = useSkeleton(isPending)
  const Companies = useNarrow() ? CompanyCards : CompanyTable
  const updateQuery = (change: Partial<CompaniesQuery>) => {
    const next = { ...query, page: 1, ...change }
    setParams({
      ...(next.search ? { search: next.search } : {}),
      ...(next.policyFilter ? { known: next.policyFilter } : {}),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    })
  }

  return (
    <>
      <PageHeading title="Companies" dense actions={isPublic ? undefined : <PublicDirectoryLink />}>
        What employers match, with sources and dates. Maximums are per employee per year. Policies can change at any
        time.
      </PageHeading>
      {above}
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex w-full flex-wrap gap-x-4 gap-y-3 sm:w-auto sm:flex-1">
          <SearchBox
            label="Search the list"
            placeholder="Company name"
            search={search}
            onSearch={(text) => updateQuery({ search: text })}
          />
          <Field name="known" label="Known policy" className="w-full sm:w-76">
            <Select
              value={filter}
              onChange={(event) => updateQuery({ policyFilter: policyFilterOf(event.target.value) })}
            >
              <option value="rules">Known rules</option>
              <option value="program">Has a program, rules unknown</option>
              <option value="none">No program</option>
              <option value="unconfirmed">Not confirmed</option>
              <option value="all">All companies</option>
            </Select>
          </Field>
        </div>
        <p className="text-muted tabular-nums">
          <span role="status">{data && !isPlaceholderData ? `${formatCount(data.total)} Found` : ''}</span>
          <span className="text-[0.9375rem]"> · – means unknown</span>
        </p>
      </div>
      <Card padded={false} className="overflow-hidden" aria-busy={isPlaceholderData || undefined}>
        {(showsSkeleton || isPending) && <Rows isVisible={showsSkeleton} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!showsSkeleton && data?.companies.length === 0 && (
          <EmptyState icon={Search} title={search ? `No companies found matching "${search}"` : 'No companies found'}>
            {filter !== 'all' ? 'Try all companies, fewer letters,' : 'Try fewer letters,'} or another name for the
            company.
          </EmptyState>
        )}
        {!showsSkeleton && data && data.companies.length > 0 && <Companies rows={data.companies} />}
      </Card>
      {data && (
        <div className="mt-4">
          <Pager page={page} perPage={perPage} total={data.total} onPage={(next) => updateQuery({ page: next })} />
        </div>
      )}
    </>
  )
}

/** Rows reserve their space at once and become visible only if loading takes a while. */
function Rows({ isVisible }: { isVisible: boolean }) {
  return (
    <div
      className={cx('divide-y divide-hairline', !isVisible && 'invisible')}
      role="status"
      aria-label="Loading companies..."
    >
      {Array.from({ length: 10 }, (_, index) => index).map((row) => (
        <div key={row} className="flex h-13 items-center gap-6 px-5">
          <Skeleton className="h-4 w-52" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="ml-auto h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}

const PublicDirectoryLink = () => (
  <Button variant="secondary" asChild>
    <a href={screens.publicCompanies} target="_blank" rel="noopener">
      Public directory
      <ExternalLink className="size-4.5" aria-hidden="true" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  </Button>
)
