import { documents, type organizations } from '@twofold/contract'
import { Upload } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { DocumentRow } from './document-row.tsx'
import { FileButton } from './file-button.tsx'
import { documentLabels, nameFromFileName } from './file-text.ts'
import { useUpload } from './use-upload.ts'

const letters = [
  ['w9', 'W-9', 'Many employers ask for it before they pay.'],
  ['irs', 'IRS determination letter', 'Shows that gifts to you are tax-deductible.'],
] as const

const maxDocuments = documents.documentLimits.documents
const documentKinds = '.pdf,.docx,.png,.jpg,.jpeg'
const letterKinds = '.pdf,.png,.jpg,.jpeg'

export function DocumentsCard() {
  const { documents: allDocuments } = useOrganization()
  const { write } = usePermissions()
  const ownDocuments = allDocuments.filter(({ kind }) => kind === 'document')
  return (
    <>
      <Card>
        <CardTitle>Letters for match packets</CardTitle>
        <p className="-mt-2 mb-2 max-w-[65ch] text-muted">PDF, PNG or JPG, up to 10 MB each.</p>
        <ul className="divide-y divide-hairline">
          {letters.map(([kind, name, why]) => (
            <LetterRow
              key={kind}
              kind={kind}
              name={name}
              why={why}
              document={allDocuments.find((candidate) => candidate.kind === kind)}
            />
          ))}
        </ul>
      </Card>
      <Card>
        <CardTitle aside={<span className="text-muted">{`${ownDocuments.length} of ${maxDocuments}`}</span>}>
          Documents
        </CardTitle>
        <p className="-mt-2 mb-2 max-w-[65ch] text-muted">
          Up to five files that only your team can open. PDF, Word, PNG or JPG, up to 10 MB each.
        </p>
        {ownDocuments.length > 0 && (
          <ul className="divide-y divide-hairline">
            {ownDocuments.map((document) => (
              <DocumentRow key={document.id} document={document} accept={documentKinds} />
            ))}
          </ul>
        )}
        {ownDocuments.length === 0 && !write && <p className="mt-4 text-muted">None yet.</p>}
        {write && ownDocuments.length < maxDocuments && <NewDocument />}
      </Card>
    </>
  )
}

function LetterRow({
  kind,
  name,
  why,
  document,
}: {
  kind: 'w9' | 'irs'
  name: string
  why: string
  document: organizations.OrganizationDocument | undefined
}) {
  const { write } = usePermissions()
  const { upload, pending, problem } = useUpload(documentLabels)
  if (document) return <DocumentRow document={document} accept={letterKinds} />
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{why}</p>
        {problem && (
          <p role="alert" className="mt-1 text-danger-text">
            {problem}
          </p>
        )}
      </div>
      {write && (
        <FileButton
          accept={letterKinds}
          icon={Upload}
          variant="secondary"
          size="small"
          busy={pending !== null}
          onFile={(file) => void upload(file, { name, type: kind })}
        >
          Upload<span className="sr-only"> {name}</span>
        </FileButton>
      )}
    </li>
  )
}

function NewDocument() {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const { upload, pending, problem, clear } = useUpload(documentLabels)
  const ready = name.trim() !== '' && file !== null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || !(await upload(file, { name: name.trim() }))) return
    setName('')
    setFile(null)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-4 border-t border-hairline pt-5">
      <div className="flex max-w-3xl flex-wrap items-end gap-3">
        <Field name="document-name" label="Name of a new document" className="min-w-56 flex-1">
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
        <FileButton
          accept={documentKinds}
          variant="secondary"
          onFile={(chosen) => {
            clear()
            setFile(chosen)
            if (name.trim() === '') setName(nameFromFileName(chosen.name))
          }}
        >
          {file ? 'Another file' : 'Choose file'}
        </FileButton>
        <Button
          type="submit"
          icon={Upload}
          busy={pending !== null}
          disabled={!ready}
          disabledReason="A document needs a name and a file"
        >
          Upload
        </Button>
      </div>
      {file && <p className="mt-2 break-all text-muted">{file.name}</p>}
      {problem && (
        <p role="alert" className="mt-2 text-danger-text">
          {problem}
        </p>
      )}
    </form>
  )
}
