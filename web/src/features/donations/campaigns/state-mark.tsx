import type { campaigns } from '@twofold/contract'
import { CalendarClock, CircleCheck, CircleDot, Trash2 } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { stateNames } from './campaign-text.ts'

const stateStyles = {
  upcoming: { icon: CalendarClock, className: 'text-awaiting-text' },
  running: { icon: CircleDot, className: 'text-submitted-text' },
  over: { icon: CircleCheck, className: 'text-closed-text' },
  deleted: { icon: Trash2, className: 'text-problem-text' },
} as const

export function StateMark({ state }: { state: campaigns.Campaign['state'] }) {
  const { icon: Icon, className } = stateStyles[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-[0.9375rem] whitespace-nowrap', className)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {stateNames[state]}
    </span>
  )
}
