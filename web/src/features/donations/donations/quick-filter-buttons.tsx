import { isQuickFilter, type QuickFilter, quickFilters } from '@twofold/matching'
import { cx } from '../../../ui/class-names.ts'
import { formatCount } from '../../../ui/format.ts'
import { statusFamilyStyleOf } from './status-badge.tsx'

const names = Object.keys(quickFilters).filter(isQuickFilter)

/** The four buttons above the list. Clicking the active one clears it. Counts appear when they are available. */
export function QuickFilterButtons(props: {
  active: string | undefined
  counts: Readonly<Record<QuickFilter, number>> | undefined
  onChange: (status: QuickFilter | undefined) => void
}) {
  const { active, counts, onChange } = props
  return (
    <fieldset aria-label="Status" className="mb-4 grid grid-cols-2 gap-2 lg:grid-cols-4">
      {names.map((name) => {
        const { label, statusIds } = quickFilters[name]
        const look = statusFamilyStyleOf(statusIds[0])
        const isActive = active === name
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isActive}
            onClick={() => onChange(isActive ? undefined : name)}
            className={cx(
              'flex min-h-11 items-center gap-2 rounded-control border px-3 py-2 text-left text-[0.8125rem] leading-4 font-semibold tracking-[0.03em] transition-colors sm:gap-2.5 sm:px-3.5',
              isActive
                ? cx('border-current', look.soft, look.text)
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <look.icon className={cx('size-4 shrink-0', look.text)} aria-hidden="true" />
            <span className="min-w-0 flex-1">{label}</span>
            {counts && <span className="tabular-nums font-normal">{formatCount(counts[name])}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
