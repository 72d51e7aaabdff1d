import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tab<Name extends string> = { name: Name; label: ReactNode; content: ReactNode }

/** Controlled tabs; keep `value` in the URL where the spec names a tab parameter. Arrow keys move between them. */
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
  /** All tabs equally wide, for two or three in a narrow card. */
  even?: boolean
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find(({ name }) => name === next)
        if (tab) onChange(tab.name)
      }}
    >
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-hairline p-0.5 pb-0">
        {tabs.map(({ name, label }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className={cx(
              'relative min-h-11 rounded-t-control px-3.5 font-semibold whitespace-nowrap text-muted hover:text-ink',
              'data-[state=active]:text-brand-text after:absolute after:inset-x-0 after:-bottom-px after:h-0.75 after:rounded-t-full',
              'data-[state=active]:after:bg-brand focus-visible:-outline-offset-2',
              even && 'flex-1',
            )}
          >
            {label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className="pt-5 focus-visible:outline-offset-4">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
