import type { companies } from '@twofold/contract'
import { Check, CircleCheck, CircleQuestionMark, X } from 'lucide-react'
import { cx } from '../../../../ui/class-names.ts'

type Level = companies.CompanyRow['level']

export const levels = {
  rules: { label: 'Matches', icon: CircleCheck, className: 'text-submitted-text', sentence: 'We know its rules.' },
  program: {
    label: 'Has a program',
    icon: Check,
    className: 'text-verify-text',
    sentence: 'We don’t know its rules yet.',
  },
  none: {
    label: 'No program',
    icon: X,
    className: 'text-closed-text',
    sentence: 'A source says it doesn’t match gifts.',
  },
  unconfirmed: {
    label: 'Not confirmed',
    icon: CircleQuestionMark,
    className: 'text-muted',
    sentence: 'We don’t know whether it matches gifts.',
  },
} as const

export function LevelBadge({ level }: { level: Level }) {
  const { label, icon: Icon, className } = levels[level]
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {label}
    </span>
  )
}
