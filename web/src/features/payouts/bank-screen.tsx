import { bankLines, linkTo, screens } from '@twofold/contract'
import { ArrowLeft, Landmark, PenLine, Trash2, Undo2, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useAction, useAnswer } from '../../api/use-call.ts'
import { useMay, useOrganization } from '../../shell/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount, formatDay, plural } from '../../ui/format.ts'
import { PageHeading } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toastError, toastUndo } from '../../ui/toast-store.ts'
import { moneyWords, payerWords } from './payout-words.ts'
import { bankRefreshes } from './use-payouts.ts'

const BankLineDialog = lazy(() => import('./bank-line-dialog.tsx'))
const StatementDialog = lazy(() => import('./statement-dialog.tsx'))

/** What came in by the bank, and which payout each of it was. */
export default function BankScreen() {
  const { id } = useOrganization()
  const may = useMay()
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<'upload' | 'type' | null>(null)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = useAnswer(
    bankLines.listBankLines,
    { params: { id }, query: { page } },
    { keepPrevious: true, staleMs: 0 },
  )
  const showsSkeleton = useSkeleton(isPending)
  return (
    <>
      <PageHeading
        title="Bank lines"
        actions={
          <>
            <Button look="secondary" icon={ArrowLeft} asChild>
              <Link to={screens.payouts}>Payouts</Link>
            </Button>
            {may.write && (
              <>
                <Button look="secondary" icon={PenLine} onClick={() => setDialog('type')}>
                  Enter a line
                </Button>
                <Button icon={Upload} onClick={() => setDialog('upload')}>
                  Upload a statement
                </Button>
              </>
            )}
          </>
        }
      >
        Money that came into your account. Each line finds the payout it is, by its number or payer and the amount.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={bankLines.bankMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && data.total === 0 && (
        <Card>
          <EmptyState icon={Landmark} title="No bank lines yet">
            Upload the statement that your bank offers as CSV or Excel. Money that went out is left aside.
          </EmptyState>
        </Card>
      )}
      {data && data.lines.length > 0 && (
        <Card padded={false} className="mb-6 overflow-hidden">
          <p className="border-b border-hairline px-5 py-3 text-muted">
            {plural(data.total, 'line')},{' '}
            {data.waiting === 0 ? 'all with their payout' : `${formatCount(data.waiting)} without a payout`}
          </p>
          <ul className="divide-y divide-hairline">
            {data.lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </Card>
      )}
      {data && (
        <Pager
          page={page}
          perPage={bankLines.bankLinesAPage}
          total={data.total}
          onPage={(next) => setSearch({ page: String(next) })}
        />
      )}
      <Suspense>
        {dialog === 'type' && <BankLineDialog onClose={() => setDialog(null)} />}
        {dialog === 'upload' && <StatementDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}

const tiedWords = {
  number: 'By its number and the amount',
  payer: 'By its payer, the amount and the day',
  person: 'Matched by a person',
} as const

function Line({ line }: { line: bankLines.BankLine }) {
  const { payout, candidates, tied_by } = line
  return (
    <li className="grid gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="flex items-baseline justify-between gap-4">
          <span>{formatDay(line.day)}</span>
          <span className="font-semibold tabular-nums">{moneyWords(line.amount, line.currency)}</span>
        </p>
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <p className="min-w-0 py-1.5 text-[0.9375rem] break-words text-muted">{line.text}</p>
          <Remove line={line} />
        </div>
      </div>
      <div className="min-w-0">
        {payout && (
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="min-w-0">
              <PayoutLink {...payout} payoutId={payout.id} />
              <span className="block text-[0.9375rem] text-muted">{tied_by && tiedWords[tied_by]}</span>
            </div>
            <TakeOff line={line} payoutId={payout.id} />
          </div>
        )}
        {!payout && candidates.length === 0 && <p className="text-muted">No payout here fits this line.</p>}
        {!payout && candidates.length > 0 && (
          <ul className="space-y-3">
            {candidates.map((candidate) => (
              <li key={candidate.payout_id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                <div className="min-w-0">
                  <PayoutLink {...candidate} payoutId={candidate.payout_id} />
                  <span className="block text-[0.9375rem] text-muted">
                    {moneyWords(candidate.net, line.currency)} after fees. {candidate.why}.
                  </span>
                </div>
                <Choose line={line} payoutId={candidate.payout_id} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

type Named = { payoutId: number; payer: string; reference: string; paid_on: string | null }

function PayoutLink({ payoutId, payer, reference, paid_on }: Named) {
  return (
    <Link
      to={linkTo(screens.payout, { payoutId })}
      className="inline-block min-h-6 break-words underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:py-2"
    >
      {[payerWords({ payer }), reference, paid_on && formatDay(paid_on)].filter(Boolean).join(' · ')}
    </Link>
  )
}

const failed = (problem: Error) => toastError(bankLines.bankMessages.settleFailed, messageOf(problem))

function useSettle(line: bankLines.BankLine) {
  const { id } = useOrganization()
  const settle = useAction(bankLines.settleBankLine, { refreshes: bankRefreshes })
  const set = (payoutId: number | null, onSuccess?: () => void) =>
    settle.mutate(
      { params: { id, bankLineId: line.id }, body: { payout_id: payoutId } },
      { onError: failed, ...(onSuccess ? { onSuccess } : {}) },
    )
  return { set, busy: settle.isPending }
}

function Choose({ line, payoutId }: { line: bankLines.BankLine; payoutId: number }) {
  const may = useMay()
  const { set, busy } = useSettle(line)
  if (!may.write) return null
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      onClick={() => set(payoutId, () => toastUndo('The line is this payout', () => set(null)))}
    >
      This is it
    </Button>
  )
}

function TakeOff({ line, payoutId }: { line: bankLines.BankLine; payoutId: number }) {
  const may = useMay()
  const { set, busy } = useSettle(line)
  if (!may.write) return null
  return (
    <Button
      look="quiet"
      size="small"
      icon={Undo2}
      busy={busy}
      onClick={() => set(null, () => toastUndo('The line is no payout', () => set(payoutId)))}
    >
      Take it off
    </Button>
  )
}

function Remove({ line }: { line: bankLines.BankLine }) {
  const { id } = useOrganization()
  const may = useMay()
  const input = { params: { id, bankLineId: line.id } }
  const remove = useAction(bankLines.removeBankLine, { refreshes: bankRefreshes })
  const restore = useAction(bankLines.restoreBankLine, { refreshes: bankRefreshes })
  const bringBack = () =>
    restore.mutate(input, { onError: (error) => toastError(bankLines.bankMessages.restoreFailed, messageOf(error)) })
  const press = () =>
    remove.mutate(input, {
      onSuccess: () => toastUndo('Bank line removed', bringBack, line.text),
      onError: (error) => toastError(bankLines.bankMessages.removeFailed, messageOf(error)),
    })
  if (!may.write) return null
  return (
    <Button
      look="quiet"
      size="small"
      icon={Trash2}
      busy={remove.isPending}
      aria-label={`Remove the line ${line.text}, ${moneyWords(line.amount, line.currency)}`}
      onClick={press}
    >
      Remove
    </Button>
  )
}
