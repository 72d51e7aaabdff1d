import { Eye, type LucideIcon, PencilLine, ShieldCheck } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'

/** Colors from the specification. The word and icon repeat the meaning. */
const levelStyles: Record<string, { icon: LucideIcon; look: string }> = {
  admin: { icon: ShieldCheck, look: 'bg-problem-soft text-problem-text' },
  write: { icon: PencilLine, look: 'bg-verify-soft text-verify-text' },
  read: { icon: Eye, look: 'bg-submitted-soft text-submitted-text' },
}

const noLevelStyle = { icon: null, look: 'bg-closed-soft text-closed-text' }

export function LevelBadge({ level = 'none' }: { level?: string | undefined }) {
  const { icon: Icon, look } = levelStyles[level] ?? noLevelStyle
  return (
    <span className={cx('inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold', look)}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {level}
    </span>
  )
}
