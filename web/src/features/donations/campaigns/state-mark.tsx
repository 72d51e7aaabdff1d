import type { campaigns } from '@twofold/contract'
import { CalendarClock, CircleCheck, CircleDot, Trash2 } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { stateNames } from './campaign-text.ts'

const looks = {
  upcoming: { icon: CalendarClock, look: 'text-awaiting-text' },
  running: { icon: CircleDot, look: 'text-submitted-text' },
  over: { icon: CircleCheck, look: 'text-closed-text' },
  deleted: { icon: Trash2, look: 'text-problem-text' },
} as const

export function StateMark({ state }: { state: campaigns.Campaign['state'] }) {
  const { icon: Icon, look } = looks[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-[0.9375rem] whitespace-nowrap', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {stateNames[state]}
    </span>
  )
}
