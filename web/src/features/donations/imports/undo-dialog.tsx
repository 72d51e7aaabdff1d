import { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { undoPollMs, useUndoProgress } from '../../../shared/use-undo-progress.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { undoneSentence } from './import-text.ts'
import { RunProgress } from './run-view.tsx'
import { refreshDonations } from './use-import.ts'

const word = 'undo'

/** The upload's gifts are deleted permanently, so the user types a word to confirm. */
export function UndoDialog({ run, onClose }: { run: imports.ImportRun; onClose: () => void }) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState('')
  const [isAsked, setRequested] = useState(false)
  const params = { id, importId: run.id }
  const undo = useApiMutation(imports.undoImport, { refreshes: [imports.listImports] })
  const { data } = useApiQuery(
    imports.getImport,
    { params },
    {
      enabled: isAsked,
      staleMs: 0,
      everyMs: (answer) => (answer?.import.state === 'undoing' ? undoPollMs : false),
    },
  )
  const now = isAsked ? data?.import : undefined
  const isConfirmed = typed.trim().toLowerCase() === word
  const added = plural(run.accepted - run.updated, 'gift')
  const undoing = useUndoProgress({
    now,
    isAsking: undo.isPending,
    undo: async () => {
      const queryKey = queryKeyOf(imports.getImport, { params })
      await queryClient.cancelQueries({ queryKey })
      const { import: undoRun } = await undo.mutateAsync({ params })
      queryClient.setQueryData(queryKey, { import: undoRun, days: null, with_employer: [] })
      setRequested(true)
    },
    refresh: () => void refreshDonations(),
    done: { title: 'Upload undone', description: undoneSentence(now ?? run) },
    failed: imports.undoMessages.undoFailed,
    onClose,
  })
  const submit = () => {
    if (isConfirmed && !undoing.isRunning) void undoing.run()
  }

  return (
    <Dialog
      onClose={undoing.close}
      width="small"
      title="Undo this upload?"
      description={`${[
        `We’ll remove the ${added} added by ${quoted(run.file_name)} and cancel their unsent emails.`,
        run.news > 0 && `${plural(run.news, 'changed gift')} will be restored.`,
      ]
        .filter(Boolean)
        .join(' ')}`}
      footer={
        <>
          <Button variant="secondary" onClick={undoing.close}>
            {undoing.isRunning ? 'Close' : 'Keep gifts'}
          </Button>
          {now?.state !== 'undoing' && (
            <Button
              variant="danger"
              busy={undo.isPending}
              disabled={!isConfirmed}
              disabledReason={`Type ${word} first`}
              onClick={submit}
            >
              Undo upload
            </Button>
          )}
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {undo.error && <Notice tone="problem">{messageOf(undo.error)}</Notice>}
        {run.updated > run.news && (
          <Notice tone="verify">
            {plural(run.updated - run.news, 'gift')} updated by ID will keep{' '}
            {run.updated - run.news === 1 ? 'its' : 'their'} changes.
          </Notice>
        )}
        {now?.state === 'undoing' ? (
          <RunProgress run={now} />
        ) : (
          <Field name="undo-word" label={`Type “${word}” to continue`}>
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
