import { keyOfHeader, type organizations, reports, reservedKeys } from '@twofold/contract'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ChosenColumn } from '../donations/index.ts'

type OrganizationFields = Pick<organizations.Organization, 'custom'>

const ownLabels: ReadonlySet<string> = new Set(
  [...reports.reportColumns.keys()].map((id) => reports.labelOfColumn(id).toLowerCase()),
)

/** A donation field may have the same name as a column, such as "campaign". */
const labelOfField = (name: string): string =>
  ownLabels.has(name.trim().toLowerCase()) ? `${name.trim()} (donation field)` : name

export function columnsOf({ custom }: OrganizationFields): readonly { readonly id: string; readonly label: string }[] {
  const fields = new Map(custom.donation_fields.map((name) => [keyOfHeader(name), name]))
  return [
    ...[...reports.reportColumns.keys()].map((id) => ({ id, label: reports.labelOfColumn(id) })),
    ...[...fields]
      .filter(([key]) => key !== '' && !reservedKeys.includes(key))
      .map(([key, name]) => ({ id: `${reports.customPrefix}${key}`, label: labelOfField(name) })),
  ]
}

export function ColumnChooser(props: {
  all: readonly { readonly id: string; readonly label: string }[]
  chosen: readonly ChosenColumn[]
  error: string | undefined
  onChange: (chosen: readonly ChosenColumn[]) => void
}) {
  const { all, chosen, error, onChange } = props
  const labelOf = (id: string): string => all.find((column) => column.id === id)?.label ?? reports.labelOfColumn(id)
  const available = all.filter(({ id }) => !chosen.some((column) => column.id === id))
  const move = (index: number, by: number) => {
    const next = [...chosen]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Columns</legend>
      <ol className="mb-3 divide-y divide-hairline rounded-control border border-hairline">
        {chosen.map(({ id, heading }, index) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1 pl-3">
            <span className="min-w-32 flex-1">{labelOf(id)}</span>
            <Input
              aria-label={`Heading of ${labelOf(id)}`}
              placeholder={labelOf(id)}
              value={heading}
              maxLength={120}
              autoComplete="off"
              className="h-9! w-44! max-w-full"
              onChange={({ target }) =>
                onChange(chosen.map((column) => (column.id === id ? { id, heading: target.value } : column)))
              }
            />
            <span className="flex shrink-0">
              <IconButton
                size="small"
                icon={ArrowUp}
                label={`Move ${labelOf(id)} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                size="small"
                icon={ArrowDown}
                label={`Move ${labelOf(id)} down`}
                disabled={index === chosen.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                size="small"
                icon={X}
                label={`Remove ${labelOf(id)}`}
                onClick={() => onChange(chosen.filter((column) => column.id !== id))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Field name="columns" label="Add a column" error={error}>
        <Select
          value=""
          disabled={available.length === 0 || chosen.length >= reports.maxReportColumns}
          onChange={({ target }) => target.value && onChange([...chosen, { id: target.value, heading: '' }])}
        >
          <option value="">Choose a column</option>
          {available.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </fieldset>
  )
}
