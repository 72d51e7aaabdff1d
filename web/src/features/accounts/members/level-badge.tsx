import { Eye, type LucideIcon, PencilLine, ShieldCheck } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'

/** Colors from the specification. The word and icon repeat the meaning. */
const levelStyles: Record<string, { icon: LucideIcon; className: string }> = {
  admin: { icon: ShieldCheck, className: 'bg-problem-soft text-problem-text' },
  write: { icon: PencilLine, className: 'bg-verify-soft text-verify-text' },
  read: { icon: Eye, className: 'bg-submitted-soft text-submitted-text' },
}

const noLevelStyle = { icon: null, className: 'bg-closed-soft text-closed-text' }

export function LevelBadge({ level = 'none' }: { level?: string | undefined }) {
  const { icon: Icon, className } = levelStyles[level] ?? noLevelStyle
  return (
    <span className={cx('inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold', className)}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {level}
    </span>
  )
}
