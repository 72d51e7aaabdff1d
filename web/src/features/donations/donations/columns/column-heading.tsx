import { type CSSProperties, type ReactNode, useRef } from 'react'
import { cx } from '../../../../ui/class-names.ts'
import { type Column, clampWidth, maxColumnWidth, minColumnWidth } from './columns.ts'

/** Pixels per arrow key press. */
const step = 16

type Heading = {
  className?: string | undefined
  sort?: 'ascending' | 'descending' | undefined
  isSticky: boolean
  style?: CSSProperties
  columnId?: string
  name?: string
  children: ReactNode
}

const heading =
  'h-9.5 border-b border-hairline bg-surface px-2 text-[0.9375rem] leading-5 xl:px-3 font-semibold text-muted first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 pointer-coarse:h-11'

export function PlainHeading({ className, sort, isSticky, style, columnId, name, children }: Heading) {
  return (
    <th
      scope="col"
      aria-label={name}
      aria-sort={sort}
      style={style}
      data-column={columnId}
      className={cx(heading, isSticky ? 'sticky top-16 z-10' : 'relative', className)}
    >
      {children}
    </th>
  )
}

export function ColumnHeading(props: Heading & { column: Column; width: number; onWidth: (width: number) => void }) {
  const { column, width, onWidth, children, ...rest } = props
  const dragStart = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const set = (next: number) => onWidth(clampWidth(next))
  const renderedWidth = (edge: Element) => edge.closest('th')?.getBoundingClientRect().width ?? width
  return (
    <PlainHeading {...rest} columnId={column.id} name={column.label}>
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
          set(renderedWidth(event.currentTarget) + by)
        }}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          dragStart.current = { x: event.clientX, width: renderedWidth(event.currentTarget) }
        }}
        onPointerMove={({ clientX }) =>
          dragStart.current && set(dragStart.current.width + clientX - dragStart.current.x)
        }
        onPointerUp={() => {
          dragStart.current = null
        }}
        onPointerCancel={() => {
          dragStart.current = null
        }}
      />
    </PlainHeading>
  )
}
