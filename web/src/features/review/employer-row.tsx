import type { review } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { CompanySearch, type FoundCompany } from '../companies/index.ts'
import { groupWords } from './review-words.ts'

export type Choice = { readonly company_id: number } | { readonly new_company: string }

/** One employer with those who may be meant, each one press away, and a search for any other. */
export function EmployerRow({
  group,
  busy,
  onChoose,
}: {
  group: review.EmployerGroup
  busy: boolean
  onChoose: (choice: Choice) => void
}) {
  const [searching, setSearching] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-lg font-semibold break-words">{group.employer_text}</p>
        <p className="text-[0.9375rem] text-muted">{groupWords(group)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {group.candidates.map(({ company_id, name }) => (
          <Button
            key={company_id}
            look="secondary"
            size="small"
            disabled={busy}
            onClick={() => onChoose({ company_id })}
          >
            <span className="sr-only">“{group.employer_text}” is </span>
            {name}
          </Button>
        ))}
        <Button
          look={group.candidates.length > 0 ? 'quiet' : 'secondary'}
          size="small"
          busy={busy}
          onClick={() => setSearching(true)}
        >
          {group.candidates.length > 0 ? 'Another company…' : 'Choose a company…'}
        </Button>
      </div>
      {searching && (
        <AnotherCompany
          group={group}
          onClose={() => setSearching(false)}
          onChoose={(choice) => {
            setSearching(false)
            onChoose(choice)
          }}
        />
      )}
    </li>
  )
}

function AnotherCompany({
  group,
  onClose,
  onChoose,
}: {
  group: review.EmployerGroup
  onClose: () => void
  onChoose: (choice: Choice) => void
}) {
  const [found, setFound] = useState<FoundCompany | null>(null)
  const isNew = found !== null && found.company_id === null
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Who is “${group.employer_text}”?`}
      description={groupWords(group)}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={found === null}
            why="Choose a company from the list first."
            onClick={() =>
              found &&
              onChoose(found.company_id === null ? { new_company: found.name } : { company_id: found.company_id })
            }
          >
            {isNew ? 'Add this company' : 'Assign this company'}
          </Button>
        </>
      }
    >
      {/* room for the list, which hangs below the box */}
      <div className="min-h-96">
        <Field
          name="company"
          label="Company"
          hint={
            isNew
              ? `“${found.name}” will be added to the directory. Its gifts wait until its policy is known.`
              : 'Choose “other” to add what you typed to the directory.'
          }
        >
          <CompanySearch value="" onChoose={setFound} />
        </Field>
      </div>
    </Dialog>
  )
}
