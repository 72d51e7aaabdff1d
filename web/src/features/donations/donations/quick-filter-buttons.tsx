import { isQuickFilter, type QuickFilter, quickFilters, statusOf } from '@twofold/matching'
import { cx } from '../../../ui/class-names.ts'
import { formatCount } from '../../../ui/format.ts'
import { statusFamilyStyles } from './status-badge.tsx'

const names = Object.keys(quickFilters).filter(isQuickFilter)

export function QuickFilterButtons(props: {
  active: string | undefined
  counts: Readonly<Record<QuickFilter, number>> | undefined
  onChange: (status: QuickFilter | undefined) => void
}) {
  const { active, counts, onChange } = props
  return (
    <fieldset aria-label="Status" className="grid grid-cols-2 gap-1.5 max-md:w-full md:flex md:flex-wrap">
      {names.map((name) => {
        const { label, statusIds } = quickFilters[name]
        const style = statusFamilyStyles[statusOf(statusIds[0]).family]
        const isActive = active === name
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isActive}
            onClick={() => onChange(isActive ? undefined : name)}
            className={cx(
              'flex min-h-9 items-center gap-1.5 rounded-control border px-2.5 py-1 text-left text-[0.75rem] leading-4 font-semibold tracking-[0.02em] transition-colors pointer-coarse:min-h-11',
              isActive
                ? cx('border-current', style.soft, style.text)
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <style.icon className={cx('size-3.5 shrink-0', style.text)} aria-hidden="true" />
            <span className="min-w-0 flex-1">{label}</span>
            {counts && <span className="tabular-nums font-normal">{formatCount(counts[name])}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
