import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

const tones = {
  problem: { icon: CircleAlert, classes: 'border-problem/50 border-l-problem bg-problem-soft text-problem-text' },
  awaiting: {
    icon: TriangleAlert,
    classes: 'border-awaiting/50 border-l-awaiting bg-awaiting-soft text-awaiting-text',
  },
  submitted: {
    icon: CircleCheck,
    classes: 'border-submitted/50 border-l-submitted bg-submitted-soft text-submitted-text',
  },
  verify: { icon: Info, classes: 'border-verify/50 border-l-verify bg-verify-soft text-verify-text' },
} as const

/** A `problem` is announced immediately. */
export function Notice({
  tone,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'div'>, 'role'> & { tone: keyof typeof tones }) {
  const { icon: Icon, classes } = tones[tone]
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-3 rounded-control border border-l-4 px-4 py-3 outline-none',
        classes,
        className,
      )}
      {...rest}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
