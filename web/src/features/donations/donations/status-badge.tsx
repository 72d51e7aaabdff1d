import type { donations } from '@twofold/contract'
import { findStatus, type StatusFamily } from '@twofold/matching'
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  PenLine,
  TriangleAlert,
} from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'

type FamilyLook = { readonly icon: LucideIcon; readonly soft: string; readonly bar: string; readonly text: string }

/** Hue and icon of each status family, shared by badge, card and timeline. */
export const statusFamilyStyles: Record<StatusFamily, FamilyLook> = {
  awaiting: { icon: Hourglass, soft: 'bg-awaiting-soft', bar: 'bg-awaiting', text: 'text-awaiting-text' },
  to_verify: { icon: PenLine, soft: 'bg-verify-soft', bar: 'bg-verify', text: 'text-verify-text' },
  submitted: { icon: CircleCheck, soft: 'bg-submitted-soft', bar: 'bg-submitted', text: 'text-submitted-text' },
  no_response: { icon: CircleDashed, soft: 'bg-silent-soft', bar: 'bg-silent', text: 'text-silent-text' },
  closed: { icon: CircleSlash, soft: 'bg-closed-soft', bar: 'bg-closed', text: 'text-closed-text' },
  problem: { icon: TriangleAlert, soft: 'bg-problem-soft', bar: 'bg-problem', text: 'text-problem-text' },
}

export const statusFamilyStyleOf = (statusId: number): FamilyLook =>
  statusFamilyStyles[findStatus(statusId)?.family ?? 'closed']

/** An unconfirmed request is labeled as such, whatever its status. */
export const badgeNameOf = ({ unconfirmed, status }: Pick<donations.Donation, 'unconfirmed' | 'status'>): string =>
  unconfirmed ? 'Unconfirmed request' : status.name

type Badge = {
  statusId: number
  name?: string
  /** Wraps a long name to two lines, so that table rows keep their height. */
  wrap?: boolean
  className?: string
}

/** Shows a status as icon and text in its family's hue. */
export function StatusBadge({ statusId, name, wrap = false, className }: Badge) {
  const { icon: Icon, soft, text } = statusFamilyStyleOf(statusId)
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 px-2.5 font-semibold',
        wrap
          ? 'rounded-[0.875rem] py-0.75 text-[0.8125rem] leading-4'
          : 'rounded-full py-0.5 text-[0.875rem] leading-5',
        soft,
        text,
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span className={cx('min-w-0', wrap ? 'line-clamp-2 text-balance' : 'truncate')}>
        {name ?? findStatus(statusId)?.label ?? `Status ${statusId}`}
      </span>
    </span>
  )
}
