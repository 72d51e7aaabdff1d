import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Popover } from '../../../ui/menu.tsx'
import type { Chip } from './filter-chips.tsx'
import type { useFilterText } from './use-filter-text.ts'
import type { ChangeListState } from './use-list-state.ts'

export const chipClasses =
  'min-h-8! w-auto! rounded-full! border-edge! px-3! py-0! text-[0.875rem]! leading-5! font-normal! whitespace-nowrap pointer-coarse:min-h-11!'

type Props = {
  label: string
  active: Chip | undefined
  change: ChangeListState
  /** Closing the popover applies the text at once. */
  text?: ReturnType<typeof useFilterText>
  open?: boolean
  onOpen?: (open: boolean) => void
  children: ReactNode | ((className: string) => ReactNode)
}

export function FilterChip({ label, active, change, text, open, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const chipClass = cx(chipClasses, active && 'rounded-r-none! border-r-0! bg-brand-soft! text-brand-text!')
  const show = (next: boolean) => {
    if (!next) text?.settleNow()
    setOpen(next)
    onOpen?.(next)
  }
  return (
    <span className="inline-flex max-w-full min-w-0">
      {typeof children === 'function' ? (
        children(chipClass)
      ) : (
        <Popover
          label={label}
          open={open ?? isOpen}
          onOpenChange={show}
          className="w-72 p-4"
          trigger={
            <button
              type="button"
              className={cx(
                'min-w-0 border bg-surface transition-colors hover:border-ink/60! hover:bg-sunken',
                chipClass,
              )}
            >
              <span className="block max-w-52 truncate">{active?.label ?? label}</span>
            </button>
          }
        >
          <form
            onSubmit={(event) => {
              event.preventDefault()
              show(false)
            }}
          >
            {children}
          </form>
        </Popover>
      )}
      {active && (
        <button
          type="button"
          aria-label={`Remove filter ${active.label}`}
          onClick={() => change(active.cleared)}
          className="inline-flex min-h-8 w-8 shrink-0 items-center justify-center rounded-r-full border border-l-0 border-edge bg-brand-soft text-brand-text hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:w-11"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
