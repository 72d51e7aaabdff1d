import type { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useId } from 'react'
import { Select } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { QuestionBox } from './file-questions.tsx'

type Family = imports.TestResult['organization']

function Organizations({ organization: { id, name, children } }: { organization: Family }) {
  return (
    <>
      <option value={id}>{name}</option>
      {children.length > 0 && (
        <optgroup label="Chapters">
          {children.map((chapter) => (
            <option key={chapter.id} value={chapter.id}>
              {chapter.name}
            </option>
          ))}
        </optgroup>
      )}
    </>
  )
}

/** For a parent's file without an organization column. */
export function SingleOrganizationQuestion({
  organization,
  value,
  onChange,
}: {
  organization: Family
  value: number | null
  onChange: (id: number | null) => void
}) {
  return (
    <QuestionBox>
      <Field
        name="every-row"
        label="Whose gifts are these?"
        hint="Map the column with the organization, or choose one for every row."
      >
        <Select
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">Use a column</option>
          <Organizations organization={organization} />
        </Select>
      </Field>
    </QuestionBox>
  )
}

export function OrganizationNamesQuestion({
  organization,
  chosen,
  onChange,
}: {
  organization: Family
  chosen: Readonly<Record<string, imports.OrganizationMapping>>
  onChange: (name: string, mapping: imports.OrganizationMapping) => void
}) {
  const headingId = useId()
  if (organization.names.length === 0) return null
  const open = organization.names.filter(({ name, means }) => (chosen[name] ?? means) === null)
  return (
    <QuestionBox>
      <section aria-labelledby={headingId}>
        <h3 id={headingId} className="font-semibold">
          Organization names we don’t recognize
        </h3>
        <p className="mb-2 text-[0.9375rem]">
          {open.length > 0
            ? 'Choose once, and we’ll remember for your next file. We’ll skip rows with names you leave blank.'
            : 'All set. We’ll remember these for your next file.'}
        </p>
        <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
          {organization.names.map(({ name, rows, means }, at) => (
            <li key={name}>
              <Field name={`organization-${at}`} label={`${quoted(name)} (${plural(rows, 'row')})`}>
                <Select
                  value={chosen[name] ?? means ?? ''}
                  onChange={({ target: { value } }) =>
                    onChange(name, value === 'leave_out' ? 'leave_out' : Number(value))
                  }
                >
                  <option value="" disabled>
                    Choose an organization
                  </option>
                  <Organizations organization={organization} />
                  <option value="leave_out">Skip these rows</option>
                </Select>
              </Field>
            </li>
          ))}
        </ul>
      </section>
    </QuestionBox>
  )
}
