import { Command } from 'cmdk'
import { type LucideIcon, Search, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Spinner } from './spinner.tsx'

/** The caller provides the items. Includes its library (decision 24), so it loads on demand. */
export function Palette({
  label,
  placeholder = label,
  text,
  onText,
  onClose,
  onBackspace,
  busy,
  announcement,
  lead,
  children,
}: {
  label: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  onClose: () => void
  onBackspace?: () => void
  busy: boolean
  /** Announced to screen readers once the list is complete. */
  announcement: string
  lead?: ReactNode
  children: ReactNode
}) {
  const before = useRef<Element | null>(null)
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] animate-pop-in flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-float focus:outline-none sm:inset-x-4 sm:top-[12vh] sm:max-h-[min(76dvh,40rem)] sm:max-w-xl dark:bg-raised"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Command label={label} shouldFilter={false} loop className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-b border-hairline pr-1.5 pl-4">
              {busy ? (
                <Spinner className="size-5 text-muted" />
              ) : (
                <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
              )}
              {lead}
              <Command.Input
                value={text}
                onValueChange={onText}
                placeholder={placeholder}
                aria-label={label}
                onKeyDown={({ key }) => key === 'Backspace' && text === '' && onBackspace?.()}
                className="h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
              />
              <Radix.Close
                aria-label="Close"
                className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-ink/6 active:bg-ink/10"
              >
                <X className="size-5" aria-hidden="true" />
              </Radix.Close>
            </div>
            <Command.List
              label={label}
              tabIndex={-1}
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 outline-none"
            >
              {children}
            </Command.List>
            <span role="status" className="sr-only">
              {busy ? '' : announcement}
            </span>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

export function PaletteItem({
  id,
  icon: Icon,
  note,
  hint,
  onSelect,
  children,
}: {
  /** Unique among all items. */
  id: string
  icon: LucideIcon
  note?: ReactNode
  hint?: ReactNode
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 select-none data-[selected=true]:bg-sunken dark:data-[selected=true]:bg-ink/10"
    >
      <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">
        {children}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </span>
      {hint && <span className="max-w-[60%] text-right text-sm text-muted">{hint}</span>}
    </Command.Item>
  )
}
