import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export type Tab<Name extends string> = { name: Name; label: ReactNode; content: ReactNode }

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Follows the ARIA tabs pattern. Written by hand because the login screen must load fast. */
export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onChange,
  even = false,
}: {
  label: string
  tabs: readonly Tab<Name>[]
  value: Name
  onChange: (name: Name) => void
  /** For two or three tabs in a narrow card. */
  even?: boolean
}) {
  const id = useId()
  const chosen = tabs.find(({ name }) => name === value) ?? tabs[0]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const index = tabs.findIndex(({ name }) => name === chosen?.name)
    const next = step && tabs[step(index, tabs.length)]
    if (!next) return
    event.preventDefault()
    document.getElementById(`${id}-tab-${next.name}`)?.focus()
    if (next !== chosen) onChange(next.name)
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className="flex flex-wrap gap-1 border-b border-hairline p-0.5 pb-0">
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === chosen?.name}
            aria-controls={name === chosen?.name ? `${id}-panel` : undefined}
            tabIndex={name === chosen?.name ? 0 : -1}
            onClick={() => name !== chosen?.name && onChange(name)}
            onKeyDown={onKeyDown}
            className={cx(
              'relative min-h-11 rounded-t-control px-3.5 font-semibold whitespace-nowrap text-muted hover:text-ink',
              'after:absolute after:inset-x-0 after:-bottom-px after:h-0.75 after:rounded-t-full',
              'aria-selected:text-brand-text aria-selected:after:bg-brand focus-visible:-outline-offset-2',
              even && 'flex-1',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      {chosen && (
        <div
          key={chosen.name}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-tab-${chosen.name}`}
          className="pt-5"
        >
          {chosen.content}
        </div>
      )}
    </div>
  )
}
