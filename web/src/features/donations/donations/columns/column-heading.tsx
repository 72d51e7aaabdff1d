import { type CSSProperties, type ReactNode, useRef } from 'react'
import { cx } from '../../../../ui/class-names.ts'
import { type Column, clampWidth, maxColumnWidth, minColumnWidth } from './columns.ts'

/** Pixels per arrow key press. */
const step = 16

type Heading = {
  className?: string | undefined
  sort?: 'ascending' | 'descending' | undefined
  sticks: boolean
  style?: CSSProperties
  of?: string
  name?: string
  children: ReactNode
}

const heading =
  'h-9.5 border-b border-hairline bg-surface px-2 text-[0.9375rem] leading-5 xl:px-3 font-semibold text-muted first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 pointer-coarse:h-11'

export function PlainHeading({ className, sort, sticks, style, of, name, children }: Heading) {
  return (
    <th
      scope="col"
      aria-label={name}
      aria-sort={sort}
      style={style}
      data-column={of}
      className={cx(heading, sticks ? 'sticky top-16 z-10' : 'relative', className)}
    >
      {children}
    </th>
  )
}

export function ColumnHeading(props: Heading & { column: Column; width: number; onWidth: (width: number) => void }) {
  const { column, width, onWidth, children, ...rest } = props
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const set = (next: number) => onWidth(clampWidth(next))
  const widthHere = (edge: Element) => edge.closest('th')?.getBoundingClientRect().width ?? width
  return (
    <PlainHeading {...rest} of={column.id} name={column.label}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: an edge that moves, which hr is not */}
      <span
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${column.label}`}
        aria-valuenow={width}
        aria-valuemin={minColumnWidth}
        aria-valuemax={maxColumnWidth}
        aria-valuetext={`${width} pixels`}
        title="Drag, or press the arrow keys"
        className="absolute inset-y-1.5 right-0 flex w-2.5 cursor-col-resize touch-none justify-end rounded-sm after:h-full after:w-0.5 after:rounded-full after:bg-edge after:opacity-0 group-hover/head:after:opacity-60 hover:after:bg-brand hover:after:opacity-100 focus-visible:after:bg-brand focus-visible:after:opacity-100"
        onKeyDown={(event) => {
          const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0
          if (by === 0) return
          event.preventDefault()
          set(widthHere(event.currentTarget) + by)
        }}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, width: widthHere(event.currentTarget) }
        }}
        onPointerMove={({ clientX }) => from.current && set(from.current.width + clientX - from.current.x)}
        onPointerUp={() => {
          from.current = null
        }}
        onPointerCancel={() => {
          from.current = null
        }}
      />
    </PlainHeading>
  )
}
