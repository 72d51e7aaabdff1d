import type { imports } from '@twofold/contract'
import { CircleCheck, Hourglass, LoaderCircle, type LucideIcon, TriangleAlert, Undo2 } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { stateLabels } from './import-text.ts'

const styles: Record<imports.ImportState, { readonly icon: LucideIcon; readonly classes: string }> = {
  queued: { icon: Hourglass, classes: 'bg-silent-soft text-silent-text' },
  running: { icon: LoaderCircle, classes: 'bg-verify-soft text-verify-text' },
  done: { icon: CircleCheck, classes: 'bg-submitted-soft text-submitted-text' },
  failed: { icon: TriangleAlert, classes: 'bg-problem-soft text-problem-text' },
  undoing: { icon: LoaderCircle, classes: 'bg-verify-soft text-verify-text' },
  undone: { icon: Undo2, classes: 'bg-closed-soft text-closed-text' },
}

export function StateBadge({ state }: { state: imports.ImportState }) {
  const { icon: Icon, classes } = styles[state]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold',
        classes,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {stateLabels[state]}
    </span>
  )
}
