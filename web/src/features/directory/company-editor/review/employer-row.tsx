import type { review } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { useFocusAfterRemoval } from '../../../../ui/use-focus-after-removal.ts'
import { CompanySearch, type FoundCompany } from '../../../core/companies/index.ts'
import { describeCandidate, describeDomain, describeGroup, describeOrganization } from './review-text.ts'

export type CompanyChoice = { readonly company_id: number } | { readonly new_company: string }

type RowProps = {
  readonly group: review.EmployerGroup
  readonly busy: boolean
  readonly onChoose: (choice: CompanyChoice, name: string) => void
}

export function EmployerRow({ group, busy, onChoose }: RowProps) {
  const [searching, setSearching] = useState(false)
  const name = useId()
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const organizationText = describeOrganization(group)
  const domains = describeDomain(group)
  const chooseByKey = (event: KeyboardEvent) => {
    if (busy || searching || event.altKey || event.ctrlKey || event.metaKey) return
    const chosen = group.candidates[Number(event.key) - 1]
    if (chosen) onChoose({ company_id: chosen.company_id }, chosen.name)
    else if (event.key === '0') setSearching(true)
    else return
    event.preventDefault()
  }
  return (
    <li ref={row} data-row className="px-5 py-4">
      {/* Number keys work only while focus is inside, so typing elsewhere selects nothing. */}
      <fieldset aria-labelledby={name} onKeyDown={chooseByKey} className="flex min-w-0 flex-wrap gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p id={name} className="text-lg font-semibold break-words">
            {group.employer_text}
          </p>
          <p className="text-[0.9375rem] text-muted">{describeGroup(group)}</p>
          <dl className="mt-1 space-y-0.5 text-[0.9375rem]">
            {organizationText && <Evidence label="Waiting at">{organizationText}</Evidence>}
            {domains && <Evidence label="Donors’ email domains">{domains}</Evidence>}
          </dl>
        </div>
        <ol className="flex w-full flex-col gap-1.5 sm:w-96">
          {group.candidates.map((candidate, index) => (
            <li key={candidate.company_id}>
              <Button
                variant="secondary"
                size="small"
                className="w-full justify-start! py-1.5 text-left"
                onClick={() => onChoose({ company_id: candidate.company_id }, candidate.name)}
              >
                <Key>{index + 1}</Key>
                <span className="min-w-0">
                  <span className="sr-only">{quoted(group.employer_text)} is </span>
                  <span className="block break-words">{candidate.name}</span>
                  <span className="block text-sm font-normal text-muted">{describeCandidate(candidate)}</span>
                </span>
              </Button>
            </li>
          ))}
          <li>
            <Button
              variant={group.candidates.length > 0 ? 'quiet' : 'secondary'}
              size="small"
              className="w-full justify-start!"
              busy={busy}
              onClick={() => setSearching(true)}
            >
              <Key>0</Key>
              {group.candidates.length > 0 ? 'Another company…' : 'Choose a company…'}
            </Button>
          </li>
        </ol>
      </fieldset>
      {searching && (
        <AnotherCompany
          group={group}
          onClose={() => setSearching(false)}
          onChoose={(choice, chosen) => {
            setSearching(false)
            onChoose(choice, chosen)
          }}
        />
      )}
    </li>
  )
}

function Evidence({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="text-muted">{label}:</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-edge/60 font-sans text-sm font-semibold text-muted">
    {children}
  </kbd>
)

function AnotherCompany({
  group,
  onClose,
  onChoose,
}: {
  group: review.EmployerGroup
  onClose: () => void
  onChoose: (choice: CompanyChoice, name: string) => void
}) {
  const [found, setFound] = useState<FoundCompany | null>(null)
  const isNew = found !== null && found.company_id === null
  return (
    <Dialog
      onClose={onClose}
      title={`Who is ${quoted(group.employer_text)}?`}
      description={describeGroup(group)}
      footer={
        <CancelAndConfirm
          onCancel={onClose}
          disabled={found === null}
          disabledReason="Choose a company from the list first."
          onClick={() =>
            found &&
            onChoose(
              found.company_id === null ? { new_company: found.name } : { company_id: found.company_id },
              found.name,
            )
          }
        >
          {isNew ? 'Add this company' : 'Assign this company'}
        </CancelAndConfirm>
      }
    >
      {/* Space for the list, which opens below the box. */}
      <div className="min-h-96">
        <Field
          name="company"
          label="Company"
          hint={
            isNew
              ? `${quoted(found.name)} will be added to the directory. Its gifts stay on hold until we know its policy.`
              : 'Choose “other” to add it to the directory.'
          }
        >
          <CompanySearch value="" onChoose={setFound} />
        </Field>
      </div>
    </Dialog>
  )
}
