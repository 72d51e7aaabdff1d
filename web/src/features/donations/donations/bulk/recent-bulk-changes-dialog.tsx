import { bulkChanges, donations, statistics } from '@twofold/contract'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { formatDateTime, plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { menuLabel } from './menu-label.ts'
import { ResultDownload } from './result-download.tsx'

const pollMs = 1_000
const runningStates: readonly string[] = ['running', 'undoing']

export default function RecentBulkChangesDialog({ onClose }: { onClose: () => void }) {
  const { id, time_zone } = useOrganization()
  const { data, error } = useApiQuery(
    bulkChanges.listBulkChanges,
    { params: { id } },
    {
      staleMs: 0,
      everyMs: (answer) => (answer?.bulk_changes.some(({ state }) => runningStates.includes(state)) ? pollMs : false),
    },
  )
  const undo = useApiMutation(bulkChanges.undoBulkChange, {
    refreshes: [bulkChanges.listBulkChanges, donations.listDonations, donations.getDonation, statistics.getStatistics],
  })
  const problem = error ?? undo.error
  return (
    <Dialog onClose={onClose} readFirst title="Recent bulk changes" description="From the last 30 days.">
      {problem && <Notice tone="problem">{messageOf(problem)}</Notice>}
      {!data && !problem && <Loading />}
      {data?.bulk_changes.length === 0 && <p>No bulk changes yet.</p>}
      <ul className="divide-y divide-hairline">
        {data?.bulk_changes.map((bulk) => (
          <li key={bulk.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{`${menuLabel(bulk.action)}: ${plural(bulk.done, 'match', 'matches')}`}</p>
              <p className="text-[0.9375rem] text-muted">{`${bulk.by}, ${formatDateTime(bulk.at, time_zone)}${describeState(bulk)}`}</p>
            </div>
            <span className="flex flex-wrap items-center gap-2">
              <ResultDownload bulkId={bulk.id} small />
              {bulk.undo_until !== null && (
                <Button
                  variant="secondary"
                  size="small"
                  busy={undo.isPending}
                  onClick={() => undo.mutate({ params: { id, bulkId: bulk.id } })}
                >
                  Undo
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function describeState({ state, undone, kept }: bulkChanges.BulkChange): string {
  if (state === 'running') return ' · in progress'
  if (state === 'undoing') return ' · undoing'
  if (state !== 'undone') return ''
  return kept > 0 ? ` · ${undone} undone, ${kept} changed since` : ' · undone'
}
