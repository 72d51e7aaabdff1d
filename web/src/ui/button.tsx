import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'

// Tooltip positioning adds 20 kB that most buttons never need.
const Tooltip = lazy(() =>
  import('./tooltip.tsx').then(
    ({ Tooltip }) => ({ default: Tooltip }),
    () => ({ default: ({ children }: { text: string; children: ReactElement }) => children }),
  ),
)

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'regular' | 'small'

export const buttonVariants: Record<Variant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong active:bg-brand-strong',
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-edge hover:bg-sunken active:bg-sunken',
  quiet: 'text-ink hover:bg-ink/6 active:bg-ink/10 aria-expanded:bg-ink/6',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong active:bg-danger-strong',
}

/** Small is for rows and toolbars. On touch screens both sizes are 44 px high. */
const sizes: Record<Size, string> = {
  regular: 'min-h-11 px-4.5 text-base',
  small: 'min-h-9 px-3 text-[0.9375rem] pointer-coarse:min-h-11',
}

export const buttonBaseClasses =
  'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold leading-tight select-none ' +
  'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: Variant
  size?: Size
  icon?: LucideIcon
  /** Ignores clicks and keeps the width; the label stays readable. */
  busy?: boolean
  disabled?: boolean | undefined
  /** Tooltip of a disabled button, reachable by keyboard. */
  disabledReason?: string | undefined
  asChild?: boolean
}

export function Button({
  variant = 'primary',
  size = 'regular',
  icon: Icon,
  busy = false,
  disabledReason,
  asChild,
  ...rest
}: ButtonProps) {
  const { className, children, disabled, type = 'button', onClick, ...button } = rest
  const classes = cx(buttonBaseClasses, buttonVariants[variant], sizes[size], className)
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...button}>
        {children}
      </Slot.Root>
    )
  }
  const isExplained = Boolean(disabled && disabledReason)
  const element = (
    <button
      type={type}
      className={classes}
      {...button}
      disabled={disabled && !isExplained}
      aria-disabled={isExplained || busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || isExplained) return event.preventDefault()
        onClick?.(event)
      }}
    >
      {busy ? <Spinner className="size-4.5" /> : Icon && <Icon className="size-4.5 shrink-0" aria-hidden="true" />}
      {children}
    </button>
  )
  if (!isExplained) return element
  return (
    <Suspense fallback={element}>
      <Tooltip text={disabledReason ?? ''}>{element}</Tooltip>
    </Suspense>
  )
}
