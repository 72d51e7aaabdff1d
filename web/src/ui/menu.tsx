import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as RadixMenu, Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.ts'

const floating =
  'z-50 max-h-[var(--radix-popper-available-height)] animate-pop-in overflow-y-auto rounded-card border border-hairline bg-surface shadow-float focus:outline-none dark:bg-raised'

export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  children,
}: {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}) {
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cx(floating, 'min-w-52 p-1.5')}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

export const menuItem =
  'flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none select-none ' +
  'data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:opacity-55 pointer-coarse:min-h-11 dark:data-highlighted:bg-ink/10'

export function MenuItem({
  icon: Icon,
  danger = false,
  chosen,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: LucideIcon
  danger?: boolean
  /** If defined, the item is one of a set, and a check mark shows the selected one. */
  chosen?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  const className = cx(menuItem, danger && 'text-danger-text')
  const inside = (
    <>
      {Icon && <Icon className="size-4.5 shrink-0" aria-hidden="true" />}
      <span className="min-w-0 flex-1">{children}</span>
      {chosen && <Check className="size-4.5 shrink-0 text-brand-text" aria-hidden="true" />}
    </>
  )
  return chosen === undefined ? (
    <RadixMenu.Item className={className} disabled={disabled} onSelect={onSelect}>
      {inside}
    </RadixMenu.Item>
  ) : (
    <RadixMenu.CheckboxItem className={className} checked={chosen} disabled={disabled} onSelect={onSelect}>
      {inside}
    </RadixMenu.CheckboxItem>
  )
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <RadixMenu.Label className="px-2.5 pt-1.5 pb-1 text-sm text-muted">{children}</RadixMenu.Label>
)
export const MenuDivider = () => <RadixMenu.Separator className="-mx-1.5 my-1.5 h-px bg-hairline" />

export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  className = 'p-4',
  children,
}: {
  trigger: ReactElement
  label: string
  open?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}) {
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(floating, 'max-w-[calc(100vw-1rem)]', className)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
