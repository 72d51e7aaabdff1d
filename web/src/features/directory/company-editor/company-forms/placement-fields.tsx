import { companyForms } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import type { DraftPlacement, Size } from './placements.ts'

export function PlacementFields({
  place,
  pages,
  onChange,
  onRemove,
}: {
  place: DraftPlacement
  pages: readonly Size[]
  onChange: (place: DraftPlacement) => void
  onRemove: () => void
}) {
  const page = pages[place.page - 1] ?? { width: 612, height: 792 }
  const put = (part: Partial<DraftPlacement>) => onChange({ ...place, ...part })
  return (
    <div className="space-y-4">
      <Field name="source" label="Content">
        <SourceSelect value={place.source} onChange={(source) => put({ source })} />
      </Field>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        <PointsField name="x" label="From the left" value={place.x} most={page.width} onChange={(x) => put({ x })} />
        <PointsField name="y" label="From the top" value={place.y} most={page.height} onChange={(y) => put({ y })} />
        <PointsField
          name="width"
          label="Width"
          value={place.width}
          most={page.width}
          onChange={(width) => put({ width })}
        />
        <PointsField
          name="height"
          label="Height"
          value={place.height}
          most={page.height}
          onChange={(height) => put({ height })}
        />
        <PointsField
          name="size"
          label="Font size"
          value={place.size}
          least={5}
          most={30}
          onChange={(size) => put({ size })}
        />
        {pages.length > 1 && (
          <Field name="page" label="Page">
            <Select value={place.page} onChange={(event) => put({ page: Number(event.target.value) })}>
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
      <Button look="secondary" size="small" onClick={onRemove}>
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
  least = 0,
  most,
  onChange,
}: {
  name: string
  label: string
  value: number
  least?: number
  most: number
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field name={name} label={label}>
      <Input
        type="number"
        inputMode="decimal"
        step="any"
        min={least}
        max={Math.round(most)}
        className="tabular-nums"
        value={typed ?? String(value)}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = target.valueAsNumber
          if (number >= least && number <= most) onChange(number)
        }}
      />
    </Field>
  )
}
