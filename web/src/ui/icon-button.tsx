import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonBaseClasses, buttonVariants } from './button.tsx'
import { cx } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

type Size = 'regular' | 'small'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  label: string
  size?: Size
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Keeps focus and ignores clicks. */
  busy?: boolean
  children?: ReactNode
}

export function IconButton({
  icon: Icon,
  label,
  size = 'regular',
  side = 'top',
  busy = false,
  className,
  children,
  onClick,
  ...button
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        type="button"
        aria-label={label}
        className={cx(
          buttonBaseClasses,
          buttonVariants.quiet,
          size === 'regular' ? 'size-11' : 'size-9 pointer-coarse:size-11',
          'shrink-0',
          className,
        )}
        {...button}
        aria-disabled={busy || button['aria-disabled']}
        onClick={busy ? undefined : onClick}
      >
        <Icon className="size-5" aria-hidden="true" />
        {children}
      </button>
    </Tooltip>
  )
}
