import { donations } from '@twofold/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '../../../../api/api-error.ts'
import { useApiQuery } from '../../../../api/use-api.ts'
import { confirmLeave } from '../../../../shared/confirm-leave.ts'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { LeaveGuard } from '../../../../shared/leave-guard.tsx'
import { Dialog, Sheet } from '../../../../ui/dialog.tsx'
import { fieldId } from '../../../../ui/field.tsx'
import { formatDay, formatMoney } from '../../../../ui/format.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Skeleton, useSkeleton } from '../../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { type Tab, Tabs } from '../../../../ui/tabs.tsx'
import { useIsUserActive } from '../../../../ui/use-is-user-active.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import type { Day } from '../../periods/index.ts'
import type { Neighbor, useNeighbors } from '../use-neighbors.ts'
import type { MatchTab, useOpenMatch } from '../use-open-match.ts'
import { EmployerDialog } from './employer-dialog.tsx'
import { hasMatchFiles, MatchMenu } from './match-buttons.tsx'
import { MatchDetails } from './match-details.tsx'
import { FormButtons } from './match-fields.tsx'
import { MatchMails } from './match-mails.tsx'
import { ReEmailDialog } from './re-email-dialog.tsx'
import { RecurringHistory } from './recurring-history.tsx'
import { useMatchChange } from './use-match-change.ts'
import { useMatchForm } from './use-match-form.ts'

type Detail = donations.DonationDetail
type Neighbors = ReturnType<typeof useNeighbors>

export default function MatchDialog(props: {
  id: number
  match: ReturnType<typeof useOpenMatch>
  /** Supplies the heading before the response arrives. */
  rows: readonly donations.Donation[]
  neighbours: Neighbors
  narrow: boolean
  today: Day
}) {
  const { id, match, rows, neighbours, narrow, today } = props
  const isUserActive = useIsUserActive()
  const answer = useApiQuery(donations.getDonation, { params: { id } }, { everyMs: () => isUserActive() && pollMs })
  const permissions = usePermissions()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const detail = answer.data?.donation
  const shownMatch = detail ?? rows.find((row) => row.id === id)
  const Frame = narrow ? Dialog : Sheet

  return (
    <Frame
      open
      onClose={() => confirmLeave(match.close)}
      {...(narrow ? { width: 'wide' as const } : { wide: true })}
      readFirst
      title={shownMatch ? shownMatch.donor_name || shownMatch.donor.email || 'No name' : `Match ${id}`}
      description={
        shownMatch && (
          <span className="tabular-nums">
            {shownMatch.amount === 0 ? 'Amount unknown,' : `${formatMoney(shownMatch.amount, shownMatch.currency)} on`}{' '}
            {formatDay(shownMatch.donated_at)}
          </span>
        )
      }
      aside={<Neighbours neighbours={neighbours} onOpen={(to) => confirmLeave(() => match.turnTo(to))} />}
      footer={detail && (permissions.write || hasMatchFiles(detail)) && <div ref={setFooter} className="contents" />}
    >
      {detail ? (
        <OpenMatch key={id} detail={detail} match={match} today={today} footer={footer} />
      ) : answer.error ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingMatch />
      )}
    </Frame>
  )
}

const pollMs = 10_000

/** Owns the form state, so that typed values survive switching tabs. */
function OpenMatch(props: {
  detail: Detail
  match: ReturnType<typeof useOpenMatch>
  today: Day
  footer: HTMLElement | null
}) {
  const { detail, match, today, footer } = props
  const change = useMatchChange(detail)
  /** A field rejected while another tab was open receives focus once rendered. */
  const rejectedField = useRef<string | null>(null)
  const form = useMatchForm(detail, change, (name) => {
    rejectedField.current = name
    match.showTab('details') // even if already shown: a pending navigation may switch to another tab
  })
  useEffect(() => {
    const field = rejectedField.current === null ? null : document.getElementById(fieldId(rejectedField.current))
    if (!field) return
    rejectedField.current = null
    field.focus()
    field.scrollIntoView({ block: 'center' })
  })
  const tabs: Tab<MatchTab>[] = [
    {
      name: 'details',
      label: 'Match Details',
      content: <MatchDetails detail={detail} today={today} change={change} form={form} onTab={match.showTab} />,
    },
    { name: 'mails', label: 'Email Communications', content: <MatchMails mails={detail.notifications} /> },
  ]
  if (detail.recurring_history.length > 0) {
    tabs.push({
      name: 'recurring',
      label: 'Recurring History',
      content: <RecurringHistory detail={detail} change={change} />,
    })
  }
  const isTabShown = tabs.some(({ name }) => name === match.tab)
  return (
    <>
      <Tabs label="Match" tabs={tabs} value={isTabShown ? match.tab : 'details'} onChange={match.showTab} />
      {footer &&
        createPortal(
          <FormButtons detail={detail} form={form}>
            <MatchMenu detail={detail} change={change} />
          </FormButtons>,
          footer,
        )}
      <LeaveGuard active={form.isDirty} what="Your changes to this match" steps={['match']} />
      {form.naming && (
        <EmployerDialog
          detail={detail}
          body={form.naming}
          busy={form.busy || change.busy}
          onClose={form.dropNaming}
          onSave={(reprocess) => void form.name(reprocess)}
        />
      )}
      {form.reEmailing && (
        <ReEmailDialog
          detail={detail}
          body={form.reEmailing}
          busy={form.busy || change.busy}
          onClose={form.dropReEmail}
          onSend={() => void form.reEmail()}
        />
      )}
    </>
  )
}

function Neighbours({ neighbours, onOpen }: { neighbours: Neighbors; onOpen: (to: Neighbor) => void }) {
  const openNeighbor = (to: Neighbor | undefined) => () => {
    if (to) onOpen(to)
  }
  const { previous, next } = neighbours ?? {}
  useShortcuts({ k: openNeighbor(previous), j: openNeighbor(next) })
  if (neighbours === null) return null
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label="Previous match"
        side="bottom"
        disabled={!previous}
        onClick={openNeighbor(previous)}
      />
      <IconButton icon={ChevronRight} label="Next match" side="bottom" disabled={!next} onClick={openNeighbor(next)} />
    </>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="This match was not found">It may have been deleted, or the link may be incomplete.</EmptyState>
    )
  }
  return <ErrorState error={error} title="Failed to fetch match data. Please try again later." onRetry={onRetry} />
}

function LoadingMatch() {
  const showsSkeleton = useSkeleton(true)
  if (!showsSkeleton) return null
  return (
    <div role="status">
      <span className="sr-only">Loading match...</span>
      <Skeleton className="mb-5 h-11 w-3/4" />
      <Skeleton className="mb-6 h-28 w-full rounded-card" />
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <Skeleton key={row} className={`mb-4 h-4 ${width}`} />
      ))}
    </div>
  )
}
