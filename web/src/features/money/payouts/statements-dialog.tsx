import { bankLines } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast, toastError, toastUndo } from '../../../ui/toast-store.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { describeKept } from './payout-text.ts'
import { bankRefreshes } from './use-payouts.ts'

const { bankMessages: messages } = bankLines

type Statement = bankLines.BankStatement

/** Removing a statement also removes lines that no other statement contains. */
export default function StatementsDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const [chosen, setChosen] = useState<Statement | null>(null)
  const { data, error, refetch } = useApiQuery(bankLines.listBankStatements, { params: { id } }, { staleMs: 0 })
  const restore = useApiMutation(bankLines.restoreBankStatement, { refreshes: bankRefreshes })
  const remove = useApiMutation(bankLines.removeBankStatement, { refreshes: bankRefreshes })
  const undoRemove = (statementId: number) =>
    restore.mutate(
      { params: { id, statementId } },
      {
        onSuccess: () => toast({ title: 'Statement restored' }),
        onError: (problem) => toastError(messages.restoreStatementFailed, problem),
      },
    )
  const removeStatement = ({ id: statementId, file_name }: Statement) =>
    remove.mutate(
      { params: { id, statementId } },
      {
        onSuccess: ({ removed }) => {
          toastUndo(
            'Statement removed',
            () => undoRemove(statementId),
            `${file_name}: ${plural(removed, 'deposit')} removed.`,
          )
          setChosen(null)
        },
        onError: (problem) => toastError(messages.removeStatementFailed, problem),
      },
    )
  if (chosen) {
    return (
      <Dialog
        onClose={() => setChosen(null)}
        width="small"
        title={`Remove ${quoted(chosen.file_name)}?`}
        description={
          chosen.goes === 0 ? 'All of its deposits stay.' : `This removes ${plural(chosen.goes, 'deposit')}.`
        }
        footer={
          <CancelAndConfirm
            cancel="Not now"
            onCancel={() => setChosen(null)}
            variant="danger"
            busy={remove.isPending}
            onClick={() => removeStatement(chosen)}
          >
            {chosen.goes === 0 ? 'Remove the statement' : `Remove ${plural(chosen.goes, 'deposit')}`}
          </CancelAndConfirm>
        }
      >
        <ul className="list-disc space-y-1.5 pl-5">
          {describeKept(chosen).map((text) => (
            <li key={text}>{text}</li>
          ))}
          <li>Upload it again to restore its deposits.</li>
        </ul>
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title="Statements"
      description={data && listDescription(data.statements.length)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data && <ErrorState error={error} title={messages.statementsFailed} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.statements.length === 0 && (
        <EmptyState icon={FileText} title="No statements yet">
          Your new statements will appear here. Remove older deposits one by one.
        </EmptyState>
      )}
      {data && data.statements.length > 0 && (
        <ul className="divide-y divide-hairline">
          {data.statements.map((statement) => (
            <Row key={statement.id} statement={statement} onRemove={() => setChosen(statement)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function listDescription(count: number): string {
  if (count === 0) return ''
  return count < bankLines.maxStatements ? 'Latest first.' : `The last ${bankLines.maxStatements}, latest first.`
}

function Row({ statement, onRemove }: { statement: Statement; onRemove: () => void }) {
  const { time_zone } = useOrganization()
  const permissions = usePermissions()
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const { file_name, lines, user, created_at } = statement
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0"
    >
      <div className="min-w-0">
        <p className="font-semibold break-words">{file_name}</p>
        <p className="text-[0.9375rem] text-muted">
          {plural(lines, 'deposit')} · {user.name}, {formatDateTime(created_at, time_zone)}
        </p>
      </div>
      {permissions.write && (
        <Button
          variant="quiet"
          size="small"
          icon={Trash2}
          aria-label={`Remove the statement ${file_name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
