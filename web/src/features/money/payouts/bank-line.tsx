import { bankLines, linkTo, screens } from '@twofold/contract'
import { Trash2, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { queryClient, useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/format.ts'
import { toastError, toastUndo } from '../../../ui/toast-store.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { describeMoney, describePayer } from './payout-text.ts'
import { bankRefreshes } from './use-payouts.ts'

type Line = bankLines.BankLine

const linkReasonTexts = {
  number: 'Matched by number and amount',
  payer: 'Matched by payer, amount and date',
  person: 'Matched by hand',
} as const

export function BankLine({ line }: { line: Line }) {
  const { payouts, candidates, left, currency } = line
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row} tabIndex={-1} className="grid gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="flex items-baseline justify-between gap-4">
          <span>{formatDay(line.day)}</span>
          <span className="font-semibold tabular-nums">{describeMoney(line.amount, currency)}</span>
        </p>
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <p className="min-w-0 py-1.5 text-[0.9375rem] break-words text-muted">{line.text}</p>
          <RemoveButton line={line} />
        </div>
      </div>
      <div className="min-w-0 space-y-3">
        {payouts.length > 0 && (
          <ul className="space-y-3">
            {payouts.map((payout) => (
              <LinkedPayout key={payout.payout_id} line={line} payout={payout} />
            ))}
          </ul>
        )}
        {payouts.length > 0 && left > 0 && (
          <p>
            {candidates.length > 0
              ? `Possible payouts for ${describeMoney(left, currency)} of this deposit:`
              : `${describeMoney(left, currency)} of this deposit doesn’t match a payout yet.`}
          </p>
        )}
        {payouts.length === 0 && candidates.length === 0 && (
          <p className="text-muted">No payout matches this deposit.</p>
        )}
        {candidates.length > 0 && <Candidates line={line} />}
      </div>
    </li>
  )
}

const rowClasses = 'flex flex-wrap items-start justify-between gap-x-4 gap-y-1'

function LinkedPayout({ line, payout }: { line: Line; payout: Line['payouts'][number] }) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row} className={rowClasses}>
      <div className="min-w-0">
        <PayoutLink payout={payout} />
        <span className="block text-[0.9375rem] text-muted">
          {payout.amount !== line.amount && `${describeMoney(payout.amount, line.currency)} of this deposit. `}
          {linkReasonTexts[payout.tied_by]}
        </span>
      </div>
      <UnlinkButton line={line} payout={payout} />
    </li>
  )
}

function Candidates({ line }: { line: Line }) {
  return (
    <ul className="space-y-3">
      {line.candidates.map((candidate) => (
        <Candidate key={candidate.payouts.map(({ payout_id }) => payout_id).join()} line={line} candidate={candidate} />
      ))}
    </ul>
  )
}

function Candidate({ line, candidate: { payouts, why } }: { line: Line; candidate: Line['candidates'][number] }) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row} className={rowClasses}>
      <div className="min-w-0">
        {payouts.map((payout) => (
          <div key={payout.payout_id}>
            <PayoutLink payout={payout} />
            <span className="block text-[0.9375rem] text-muted">
              {describeMoney(payout.awaits, line.currency)} after fees
            </span>
          </div>
        ))}
        <span className="block text-[0.9375rem] text-muted">{why}.</span>
      </div>
      <LinkButton line={line} payouts={payouts} />
    </li>
  )
}

type BankPayout = Pick<Line['payouts'][number], 'payout_id' | 'payer' | 'reference' | 'paid_on'>

const describePayout = ({ payer, reference, paid_on }: BankPayout): string =>
  [describePayer({ payer }), reference, paid_on && formatDay(paid_on)].filter(Boolean).join(' · ')

function PayoutLink({ payout }: { payout: BankPayout }) {
  return (
    <Link
      to={linkTo(screens.payout, { payoutId: payout.payout_id })}
      className="inline-block min-h-6 break-words underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:py-2"
    >
      {describePayout(payout)}
    </Link>
  )
}

/** Another user may have changed the line. */
const reportFailure = (problem: Error, title: string = bankLines.bankMessages.settleFailed) => {
  toastError(title, problem)
  void queryClient.invalidateQueries({ queryKey: [bankLines.listBankLines.name] })
}

function useLinkPayouts(line: Line) {
  const { id } = useOrganization()
  const settle = useApiMutation(bankLines.settleBankLine, { refreshes: bankRefreshes })
  const set = (payoutIds: number[], onSuccess?: () => void) =>
    settle.mutate(
      { params: { id, bankLineId: line.id }, body: { payout_ids: payoutIds } },
      { onError: (problem) => reportFailure(problem), ...(onSuccess ? { onSuccess } : {}) },
    )
  return { set, busy: settle.isPending, linkedIds: line.payouts.map(({ payout_id }) => payout_id) }
}

function LinkButton({ line, payouts }: { line: Line; payouts: readonly BankPayout[] }) {
  const permissions = usePermissions()
  const { set, busy, linkedIds } = useLinkPayouts(line)
  if (!permissions.write) return null
  const payoutIds = payouts.map(({ payout_id }) => payout_id)
  const [label, doneTitle] =
    payoutIds.length === 1
      ? ['Link', 'Deposit linked to this payout']
      : [`Link all ${payoutIds.length}`, `Deposit linked to these ${payoutIds.length} payouts`]
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      aria-label={`${label}: ${payouts.map(describePayout).join(', ')}`}
      onClick={() => set([...linkedIds, ...payoutIds], () => toastUndo(doneTitle, () => set(linkedIds)))}
    >
      {label}
    </Button>
  )
}

function UnlinkButton({ line, payout }: { line: Line; payout: BankPayout }) {
  const permissions = usePermissions()
  const { set, busy, linkedIds } = useLinkPayouts(line)
  if (!permissions.write) return null
  const others = linkedIds.filter((id) => id !== payout.payout_id)
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Undo2}
      busy={busy}
      aria-label={`Unlink ${describePayout(payout)}`}
      onClick={() => set(others, () => toastUndo('Deposit unlinked from this payout', () => set(linkedIds)))}
    >
      Unlink
    </Button>
  )
}

function RemoveButton({ line }: { line: bankLines.BankLine }) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const input = { params: { id, bankLineId: line.id } }
  const remove = useApiMutation(bankLines.removeBankLine, { refreshes: bankRefreshes })
  const restore = useApiMutation(bankLines.restoreBankLine, { refreshes: bankRefreshes })
  const undoRemove = () =>
    restore.mutate(input, { onError: (error) => reportFailure(error, bankLines.bankMessages.restoreFailed) })
  const removeLine = () =>
    remove.mutate(input, {
      onSuccess: () => toastUndo('Deposit removed', undoRemove, line.text),
      onError: (error) => reportFailure(error, bankLines.bankMessages.removeFailed),
    })
  if (!permissions.write) return null
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Trash2}
      busy={remove.isPending}
      aria-label={`Remove the deposit ${line.text}, ${describeMoney(line.amount, line.currency)}`}
      onClick={removeLine}
    >
      Remove
    </Button>
  )
}
