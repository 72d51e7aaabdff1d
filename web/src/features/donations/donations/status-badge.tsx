import type { donations } from '@twofold/contract'
import {
  type ActingGroup,
  actingGroupLabels,
  actingGroupOf,
  findStatus,
  type StatusFamily,
  shortStatusNameOf,
} from '@twofold/matching'
import {
  Building2,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  PenLine,
  Search,
  TriangleAlert,
} from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'

type Look = { readonly icon: LucideIcon; readonly soft: string; readonly bar: string; readonly text: string }

const awaiting: Look = { icon: Hourglass, soft: 'bg-awaiting-soft', bar: 'bg-awaiting', text: 'text-awaiting-text' }
const toVerify: Look = { icon: PenLine, soft: 'bg-verify-soft', bar: 'bg-verify', text: 'text-verify-text' }
const closed: Look = { icon: CircleSlash, soft: 'bg-closed-soft', bar: 'bg-closed', text: 'text-closed-text' }
const submitted: Look = {
  icon: CircleCheck,
  soft: 'bg-submitted-soft',
  bar: 'bg-submitted',
  text: 'text-submitted-text',
}

export const statusFamilyStyles: Record<StatusFamily, Look> = {
  awaiting,
  to_verify: toVerify,
  submitted,
  no_response: { icon: CircleDashed, soft: 'bg-silent-soft', bar: 'bg-silent', text: 'text-silent-text' },
  closed,
  problem: { icon: TriangleAlert, soft: 'bg-problem-soft', bar: 'bg-problem', text: 'text-problem-text' },
}

export const actingGroupStyles: Record<ActingGroup, Look> = {
  donor: awaiting,
  you: toVerify,
  employer: { ...submitted, icon: Building2 },
  twofold: { icon: Search, soft: 'bg-review-soft', bar: 'bg-review', text: 'text-review-text' },
  done: closed,
}

const doneIcons: Readonly<Record<number, LucideIcon>> = { 1: CircleCheck, 20: CircleDashed }

export function statusStyleOf(statusId: number): Look {
  const style = actingGroupStyles[actingGroupOf(statusId)]
  return { ...style, icon: doneIcons[statusId] ?? style.icon }
}

type Badge = {
  statusId: number
  name?: string | undefined
  /** The group and the specification's name show on hover. */
  short?: boolean
  className?: string
}

export function StatusBadge({ statusId, name, short = false, className }: Badge) {
  const { icon: Icon, soft, text } = statusStyleOf(statusId)
  const label = name ?? findStatus(statusId)?.label ?? `Status ${statusId}`
  return (
    <span
      title={short ? `${actingGroupLabels[actingGroupOf(statusId)]}: ${label}` : undefined}
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold',
        soft,
        text,
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 truncate">{(short && name === undefined && shortStatusNameOf(statusId)) || label}</span>
    </span>
  )
}

type BadgeDonation = Pick<donations.Donation, 'status_id' | 'unconfirmed'>

/** An unconfirmed request is labeled as such, whatever its status. */
export const DonationStatus = ({ donation, className }: { donation: BadgeDonation; className?: string }) => (
  <StatusBadge
    statusId={donation.status_id}
    name={donation.unconfirmed ? 'Unconfirmed request' : undefined}
    short
    {...(className ? { className } : {})}
  />
)
