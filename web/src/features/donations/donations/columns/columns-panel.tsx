import { useId } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { Input } from '../../../../ui/field.tsx'
import { type Column, clampWidth, linkColumn, maxColumnWidth, minColumnWidth } from './columns.ts'

export type ColumnChoice = {
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  readonly widths: Readonly<Record<string, number>>
  /** `columns` is null for the default columns. */
  readonly onChoose: (columns: readonly string[] | null, widths?: Readonly<Record<string, number>>) => void
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void
}

export default function ColumnsPanel({ all, shown, widths, onChoose, onWidths }: ColumnChoice) {
  const isShown = (id: string) => shown.some((column) => column.id === id)
  const ids = all.map(({ id }) => id)
  const toggle = (id: string) => onChoose(ids.filter((shownId) => isShown(shownId) !== (shownId === id)))
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="mb-1 flex w-full items-baseline justify-between font-semibold">
          Columns
          <span className="text-sm font-normal text-muted">Width in pixels</span>
        </legend>
        <ul className="max-h-[22rem] overflow-y-auto">
          {all.map((column) => (
            <li key={column.id} className="flex items-center justify-between gap-3">
              <Checkbox
                label={column.label}
                checked={isShown(column.id)}
                disabled={column.id === linkColumn}
                onChange={() => toggle(column.id)}
                className="min-h-10! min-w-0 py-2! pointer-coarse:min-h-11!"
              />
              {isShown(column.id) && (
                <WidthField
                  column={column}
                  width={widths[column.id]}
                  onWidth={(width) => onWidths(withWidth(widths, column.id, width))}
                />
              )}
            </li>
          ))}
        </ul>
      </fieldset>
      <Button variant="quiet" size="small" className="mt-3" onClick={() => onChoose(null, {})}>
        Reset columns
      </Button>
    </div>
  )
}

function withWidth(widths: Readonly<Record<string, number>>, id: string, width: number | undefined) {
  const { [id]: _, ...others } = widths
  return width === undefined ? others : { ...others, [id]: width }
}

function WidthField(props: {
  column: Column
  width: number | undefined
  onWidth: (width: number | undefined) => void
}) {
  const { column, width, onWidth } = props
  const id = useId()
  return (
    <span className="shrink-0">
      <label
        htmlFor={id}
        className="sr-only"
      >{`Width of ${column.label}, ${minColumnWidth} to ${maxColumnWidth} pixels`}</label>
      <Input
        key={width ?? ''}
        id={id}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        placeholder={String(column.width)}
        defaultValue={width ?? ''}
        className="h-9! w-20! text-right tabular-nums"
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim()
          const next = typed === '' ? undefined : clampWidth(Number(typed))
          if (next !== width && (next === undefined || !Number.isNaN(next))) onWidth(next)
        }}
      />
    </span>
  )
}
