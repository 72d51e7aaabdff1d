import { templates } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/format.ts'

type Props = {
  path: { readonly id: number; readonly templateId: number }
  onChoose: (texts: templates.TemplateRevision['texts']) => void
}

/** Choosing a revision fills the form; it takes effect when saved. */
export function TemplateRevisions({ path, onChoose }: Props) {
  const { time_zone } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const { data } = useApiQuery(templates.listTemplateRevisions, { params: path }, { enabled: isOpen, staleMs: 0 })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-brand-text">Earlier versions</summary>
      {data?.wordings.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="space-y-2">
        {data?.wordings.map((wording) => (
          <li key={wording.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              {quoted(wording.texts.subject1)}
              <span className="text-muted">
                {' '}
                {formatDateTime(wording.written_at, time_zone)}
                {wording.written_by && `, ${wording.written_by}`}
              </span>
            </span>
            <Button size="small" variant="secondary" onClick={() => onChoose(wording.texts)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
