import type { suppressions } from '@twofold/contract'
import { BellOff, MailX } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { suppressionLabel } from './donor-text.ts'

export function SuppressionBadge({
  suppression,
  className,
}: {
  suppression: Pick<suppressions.Suppression, 'reason'>
  className?: string
}) {
  const isBounce = suppression.reason === 'bounced'
  const Icon = isBounce ? MailX : BellOff
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold whitespace-nowrap',
        isBounce ? 'bg-problem-soft text-problem-text' : 'bg-closed-soft text-closed-text',
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {suppressionLabel(suppression)}
    </span>
  )
}
