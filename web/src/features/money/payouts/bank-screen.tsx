import { bankLines, screens } from '@twofold/contract'
import { ArrowLeft, Files, Landmark, PenLine, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { BankLine } from './bank-line.tsx'

const BankLineDialog = lazyDialog(() => import('./add-bank-line-dialog.tsx'))
const StatementDialog = lazyDialog(() => import('./upload-statement-dialog.tsx'))
const StatementsDialog = lazyDialog(() => import('./statements-dialog.tsx'))

export default function BankScreen() {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<'upload' | 'type' | 'statements' | null>(null)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = useApiQuery(
    bankLines.listBankLines,
    { params: { id }, query: { page } },
    { keepPrevious: true, staleMs: 0 },
  )
  const showsSkeleton = useSkeleton(isPending)
  return (
    <>
      <PageHeading
        title="Bank deposits"
        actions={
          <>
            <Button variant="secondary" icon={ArrowLeft} asChild>
              <Link to={screens.payouts}>Payouts</Link>
            </Button>
            <Button variant="secondary" icon={Files} onClick={() => setDialog('statements')}>
              Statements
            </Button>
            {permissions.write && (
              <>
                <Button variant="secondary" icon={PenLine} onClick={() => setDialog('type')}>
                  Enter a deposit
                </Button>
                <Button icon={Upload} onClick={() => setDialog('upload')}>
                  Upload a statement
                </Button>
              </>
            )}
          </>
        }
      >
        Match deposits to payouts. A deposit can cover several payouts.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={bankLines.bankMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && data.total === 0 && (
        <Card>
          <EmptyState icon={Landmark} title="No bank deposits yet">
            Upload your bank statement as CSV or Excel. We’ll skip money you paid out.
          </EmptyState>
        </Card>
      )}
      {data && data.lines.length > 0 && (
        <Card padded={false} className="mb-6 overflow-hidden">
          <p className="border-b border-hairline px-5 py-3 text-muted">
            {plural(data.total, 'deposit')},{' '}
            {data.waiting === 0 ? 'all matched to payouts' : `${formatCount(data.waiting)} not matched to payouts`}
          </p>
          <ul className="divide-y divide-hairline">
            {data.lines.map((line) => (
              <BankLine key={line.id} line={line} />
            ))}
          </ul>
        </Card>
      )}
      {data && (
        <Pager
          page={page}
          perPage={bankLines.bankLinesPerPage}
          total={data.total}
          onPage={(next) => setSearch({ page: String(next) })}
        />
      )}
      <Suspense>
        {dialog === 'type' && <BankLineDialog onClose={() => setDialog(null)} />}
        {dialog === 'statements' && <StatementsDialog onClose={() => setDialog(null)} />}
        {dialog === 'upload' && <StatementDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
