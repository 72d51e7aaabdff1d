import { CalendarDays, Check, ChevronDown, ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { menuItem, Popover } from '../../../ui/menu.tsx'
import type { Day } from './days.ts'
import { formatPeriod, isSamePeriod, type Period, pickDay, presetOf, presets } from './periods.ts'

// The calendar is a fifth of the list's size, and few users pick days manually.
const DayCalendar = lazyComponent(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }))

const custom = 'Custom Date Range'
const anyDate = 'Any date'

type Picker = {
  period: Period
  today: Day
  onChange: (period: Period) => void
  withAny?: boolean
  label: string
  className?: string
}

/** A preset closes the picker; a picked day applies immediately. */
export function PeriodPicker({ label, className, ...picker }: Picker) {
  const [open, setOpen] = useState(false)
  const text = picker.withAny && isSamePeriod(picker.period, {}) ? anyDate : formatPeriod(picker.period)
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="p-0"
      trigger={
        <Button
          variant="secondary"
          icon={CalendarDays}
          aria-label={`${label}: ${text}`}
          className={cx('w-full justify-start border-edge! px-3! font-normal! tabular-nums', className)}
        >
          <span className="flex-1 truncate text-left">{text}</span>
          <ChevronDown className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        </Button>
      }
    >
      <Choices {...picker} onClose={() => setOpen(false)} />
    </Popover>
  )
}

function Choices({
  period,
  today,
  onChange,
  withAny = false,
  onClose,
}: Omit<Picker, 'label'> & { onClose: () => void }) {
  const preset = withAny && isSamePeriod(period, {}) ? anyDate : presetOf(period, today)
  const [isCustom, setCustom] = useState(preset === undefined)
  const choose = (next: Period) => {
    onChange(next)
    onClose()
  }
  return (
    <div className="flex flex-col sm:flex-row">
      <ul onKeyDown={moveByArrows} className={cx('min-w-48 p-1.5', isCustom && 'max-sm:hidden')}>
        {presets.map(({ label, period: of }) => (
          <Choice key={label} label={label} chosen={!isCustom && preset === label} onChoose={() => choose(of(today))} />
        ))}
        {withAny && <Choice label={anyDate} chosen={!isCustom && preset === anyDate} onChoose={() => choose({})} />}
        <Choice label={custom} chosen={isCustom} onChoose={() => setCustom(true)} />
      </ul>
      {isCustom && (
        <CustomRange
          period={period}
          today={today}
          onChange={onChange}
          onBack={() => setCustom(false)}
          onClose={onClose}
        />
      )}
    </div>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>) {
  const choices = [...event.currentTarget.querySelectorAll('button')]
  const at = choices.findIndex((choice) => choice.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + choices.length, Home: 0, End: choices.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  choices[to % choices.length]?.focus()
}

function Choice({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className={cx(
          menuItem,
          'hover:bg-sunken focus-visible:outline-2 focus-visible:outline-solid focus-visible:-outline-offset-2 focus-visible:outline-focus dark:hover:bg-ink/10',
          chosen && 'font-semibold',
        )}
      >
        <span className="flex-1">{label}</span>
        {chosen && <Check className="size-4.5 shrink-0 text-brand-text" aria-hidden="true" />}
      </button>
    </li>
  )
}

const endNames = { from: 'From', to: 'To' } as const
const formatEnd = (day: Day | undefined): string => (day ? formatDay(day) : 'any')

type Custom = Omit<Picker, 'label'> & {
  onBack: () => void
  onClose: () => void
}

const ends = ['from', 'to'] as const

function CustomRange({ period, today, onChange, onBack, onClose }: Custom) {
  // Two calendars are taller than a phone.
  const [shown, setShown] = useState<(typeof ends)[number]>('from')
  return (
    <div className="border-hairline p-4 sm:border-l">
      <div className="sticky top-0 z-10 -mx-4 -mt-4 mb-1 grid grid-cols-2 gap-2 bg-surface px-4 pt-4 pb-2 md:hidden dark:bg-raised">
        {ends.map((end) => (
          <Button
            key={end}
            variant="secondary"
            size="small"
            aria-pressed={shown === end}
            onClick={() => setShown(end)}
            className="px-2! tabular-nums aria-pressed:border-brand! aria-pressed:bg-brand-soft! aria-pressed:text-brand-text!"
          >
            {endNames[end]}: {formatEnd(period[end])}
          </Button>
        ))}
      </div>
      <div className="flex flex-col gap-5 md:flex-row">
        {ends.map((end) => (
          <fieldset key={end} className={cx(shown !== end && 'max-md:hidden')}>
            <legend className="mb-1 px-1.5 font-semibold max-md:sr-only">{endNames[end]}</legend>
            <Suspense fallback={<div className="h-76 w-63" />}>
              <DayCalendar
                name={endNames[end]}
                chosen={period[end]}
                period={period}
                today={today}
                earliest={end === 'to' ? period.from : undefined}
                latest={end === 'from' ? period.to : undefined}
                onPick={(day) => onChange(pickDay(period, end, day))}
              />
            </Suspense>
          </fieldset>
        ))}
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 flex justify-between gap-3 bg-surface px-4 pt-3 pb-4 sm:justify-end dark:bg-raised">
        <Button variant="quiet" size="small" icon={ChevronLeft} className="sm:hidden" onClick={onBack}>
          All ranges
        </Button>
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
