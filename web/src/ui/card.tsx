import type { ComponentProps, ReactNode, Ref } from 'react'
import { cx } from './class-names.ts'

/** Use `padded={false}` for tables that reach the edge. */
export function Card({ padded = true, className, ...rest }: ComponentProps<'section'> & { padded?: boolean }) {
  return (
    <section
      className={cx('rounded-card border border-hairline bg-surface', padded && 'p-5 sm:p-6', className)}
      {...rest}
    />
  )
}

export function CardTitle({
  ref,
  children,
  aside,
}: {
  ref?: Ref<HTMLHeadingElement>
  children: ReactNode
  aside?: ReactNode
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 ref={ref} tabIndex={ref ? -1 : undefined} className="text-xl leading-7 font-semibold tracking-[-0.01em]">
        {children}
      </h2>
      {aside}
    </div>
  )
}

/** Empty values appear as a dash. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="sm:contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
