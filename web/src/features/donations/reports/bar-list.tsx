import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type Bar = {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly label: ReactNode
  readonly to?: string | undefined
  readonly onPress?: (() => void) | undefined
}

const buttonClasses =
  'min-h-6 max-w-full cursor-pointer truncate text-left font-semibold outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:-inset-1 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus'

export function BarList({ bars }: { bars: readonly Bar[] }) {
  const top = Math.max(...bars.map(({ value }) => value), 0) || 1
  return (
    <ol className="grid gap-2.5">
      {bars.map(({ key, name, value, label, to, onPress }) => (
        <li key={key} className="group relative">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            {to ? (
              <Link to={to} className={buttonClasses}>
                {name}
              </Link>
            ) : onPress ? (
              <button type="button" onClick={onPress} className={buttonClasses}>
                {name}
              </button>
            ) : (
              <span className="min-h-6 max-w-full truncate font-semibold">{name}</span>
            )}
            <span className="tabular-nums">{label}</span>
          </div>
          <div className="mt-1 h-4 rounded-sm bg-sunken" aria-hidden="true">
            {/* Small values keep a visible minimum width; zero has no bar. */}
            {value > 0 && (
              <div
                className="h-full min-w-0.5 rounded-sm bg-brand forced-color-adjust-none"
                style={{ width: `${(value / top) * 100}%` }}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
