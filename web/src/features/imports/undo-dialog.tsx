import { imports } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { refreshDonations } from './use-import.ts'

const word = 'undo'

/** Takes an upload back, after the word was typed: its gifts are gone for good. */
export function UndoDialog({ run, onClose }: { run: imports.ImportRun; onClose: () => void }) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState('')
  const undo = useAction(imports.undoImport, { refreshes: [imports.listImports, imports.getImport] })
  const isTyped = typed.trim().toLowerCase() === word
  const added = plural(run.accepted - run.updated, 'gift')

  const submit = () => {
    if (!isTyped || undo.isPending) return
    undo.mutate(
      { params: { id, importId: run.id } },
      {
        onSuccess: () => {
          void refreshDonations()
          toast({ title: 'Upload undone', description: `${added} removed.` })
          onClose()
        },
        onError: (error) => toastError('The upload could not be undone', messageOf(error)),
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title="Undo this upload?"
      description={`${[
        `The ${added} that “${run.file_name}” added will be removed, together with the emails that haven’t gone out yet.`,
        run.news > 0 && `${plural(run.news, 'gift')} that it changed will be as before.`,
      ]
        .filter(Boolean)
        .join(' ')}`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep them
          </Button>
          <Button look="danger" busy={undo.isPending} disabled={!isTyped} why={`Type ${word} first`} onClick={submit}>
            Undo upload
          </Button>
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
        {run.updated > run.news && (
          <Notice tone="verify">
            {plural(run.updated - run.news, 'donation')} that it updated by id will stay as{' '}
            {run.updated - run.news === 1 ? 'it is' : 'they are'} now.
          </Notice>
        )}
        {undo.error && <Notice tone="problem">{messageOf(undo.error)}</Notice>}
        <Field name="undo-word" label={`Type “${word}” to continue`}>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
          />
        </Field>
      </form>
    </Dialog>
  )
}
