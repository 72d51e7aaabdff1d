import { companyForms } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import type { DraftPlacement, Size } from './placements.ts'

export function PlacementFields({
  placement,
  pages,
  onChange,
  onRemove,
}: {
  placement: DraftPlacement
  pages: readonly Size[]
  onChange: (next: DraftPlacement) => void
  onRemove: () => void
}) {
  const page = pages[placement.page - 1] ?? { width: 612, height: 792 }
  const numberFields = [
    { name: 'x', label: 'From the left', max: page.width },
    { name: 'y', label: 'From the top', max: page.height },
    { name: 'width', label: 'Width', max: page.width },
    { name: 'height', label: 'Height', max: page.height },
    { name: 'size', label: 'Font size', min: 5, max: 30 },
  ] as const
  const update = (part: Partial<DraftPlacement>) => onChange({ ...placement, ...part })
  return (
    <div className="space-y-4">
      <Field name="source" label="Content">
        <SourceSelect value={placement.source} onChange={(source) => update({ source })} />
      </Field>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        {numberFields.map((field) => (
          <PointsField
            key={field.name}
            {...field}
            value={placement[field.name]}
            onChange={(value) => update({ [field.name]: value })}
          />
        ))}
        {pages.length > 1 && (
          <Field name="page" label="Page">
            <Select value={placement.page} onChange={(event) => update({ page: Number(event.target.value) })}>
              {pages.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <p className="text-sm text-muted">
        In points, 72 to an inch; the page is {Math.round(page.width)} × {Math.round(page.height)}. Long text shrinks to
        fit.
      </p>
      <Button variant="secondary" size="small" onClick={onRemove}>
        Remove this field
      </Button>
    </div>
  )
}

export function SourceSelect({
  value,
  onChange,
  label,
}: {
  value: DraftPlacement['source']
  onChange: (source: DraftPlacement['source']) => void
  label?: string
}) {
  return (
    <Select
      value={value}
      aria-label={label}
      onChange={({ target }) => onChange(companyForms.formSourceIds.find((id) => id === target.value) ?? '')}
    >
      <option value="">Choose...</option>
      {companyForms.formSourceIds.map((id) => (
        <option key={id} value={id}>
          {companyForms.formSources[id].label}
        </option>
      ))}
    </Select>
  )
}

/** Invalid input stays visible; the field retains the last valid number. */
function PointsField({
  name,
  label,
  value,
  min = 0,
  max,
  onChange,
}: {
  name: string
  label: string
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field name={name} label={label}>
      <Input
        type="number"
        inputMode="decimal"
        step="any"
        min={min}
        max={Math.round(max)}
        className="tabular-nums"
        value={typed ?? String(value)}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = target.valueAsNumber
          if (number >= min && number <= max) onChange(number)
        }}
      />
    </Field>
  )
}
