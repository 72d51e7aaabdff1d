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
import { cx } from '../../ui/class-names.ts'

type FamilyLook = { readonly icon: LucideIcon; readonly soft: string; readonly bar: string; readonly text: string }

/** One hue and one sign for each family: badge, card, timeline. */
export const familyLooks: Record<StatusFamily, FamilyLook> = {
  awaiting: { icon: Hourglass, soft: 'bg-awaiting-soft', bar: 'bg-awaiting', text: 'text-awaiting-text' },
  to_verify: { icon: PenLine, soft: 'bg-verify-soft', bar: 'bg-verify', text: 'text-verify-text' },
  submitted: { icon: CircleCheck, soft: 'bg-submitted-soft', bar: 'bg-submitted', text: 'text-submitted-text' },
  no_response: { icon: CircleDashed, soft: 'bg-silent-soft', bar: 'bg-silent', text: 'text-silent-text' },
  closed: { icon: CircleSlash, soft: 'bg-closed-soft', bar: 'bg-closed', text: 'text-closed-text' },
  problem: { icon: TriangleAlert, soft: 'bg-problem-soft', bar: 'bg-problem', text: 'text-problem-text' },
}

export const familyLookOf = (statusId: number): FamilyLook => familyLooks[findStatus(statusId)?.family ?? 'closed']

/** A status as sign and words in its family's hue. */
export function StatusBadge({ statusId, name, className }: { statusId: number; name?: string; className?: string }) {
  const { icon: Icon, soft, text } = familyLookOf(statusId)
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold',
        soft,
        text,
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 truncate">{name ?? findStatus(statusId)?.label ?? `Status ${statusId}`}</span>
    </span>
  )
}
