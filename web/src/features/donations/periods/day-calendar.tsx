import { DayPicker } from 'react-day-picker'
import { type Day, fromCalendar, toCalendar } from './days.ts'
import type { Period } from './periods.ts'

const navButton =
  'inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink ' +
  'aria-disabled:opacity-40 pointer-coarse:size-11'

const classes = {
  root: 'relative select-none',
  month: 'w-fit',
  nav: 'absolute top-0 right-0 flex',
  button_previous: navButton,
  button_next: navButton,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-9 items-center pl-1.5 pointer-coarse:h-11',
  dropdowns: 'flex gap-2 font-semibold',
  dropdown_root:
    'relative inline-flex items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus',
  dropdown: 'absolute inset-0 cursor-pointer appearance-none opacity-0',
  caption_label: 'inline-flex items-center gap-1 [&_svg]:size-3 [&_svg]:opacity-60',
  month_grid: 'mt-1 border-collapse tabular-nums',
  weekday: 'h-8 w-9 text-sm font-normal text-muted pointer-coarse:w-10',
  day: 'p-0 text-center',
  day_button:
    'size-9 rounded-control text-[0.9375rem] enabled:hover:bg-ink/8 disabled:cursor-not-allowed disabled:text-muted/60 pointer-coarse:size-10',
  today: '[&_button]:underline [&_button]:decoration-marigold [&_button]:decoration-2 [&_button]:underline-offset-4',
  selected: 'font-semibold [&_button]:bg-brand! [&_button]:text-on-brand!',
} as const

/** No employer program is older. */
const firstMonth = new Date(2000, 0, 1, 12)

/** `Thursday, January 1, 2026`: voice control selects the day by its visible number. */
const wholeDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })

export function DayCalendar(props: {
  name: string
  chosen: Day | undefined
  period: Period
  today: Day
  earliest: Day | undefined
  latest: Day | undefined
  onPick: (day: Day) => void
}) {
  const { name, chosen, period, today, earliest, latest, onPick } = props
  const inside = period.from && period.to ? { from: toCalendar(period.from), to: toCalendar(period.to) } : undefined
  return (
    <DayPicker
      mode="single"
      required
      captionLayout="dropdown"
      startMonth={firstMonth}
      endMonth={new Date(Number(today.slice(0, 4)) + 1, 11, 1, 12)}
      defaultMonth={toCalendar(chosen ?? today)}
      today={toCalendar(today)}
      selected={chosen ? toCalendar(chosen) : undefined}
      onSelect={(date) => onPick(fromCalendar(date))}
      disabled={[
        ...(earliest ? [{ before: toCalendar(earliest) }] : []),
        ...(latest ? [{ after: toCalendar(latest) }] : []),
      ]}
      modifiers={{ inside }}
      modifiersClassNames={{ inside: 'bg-brand-soft first:rounded-l-control last:rounded-r-control' }}
      labels={{
        labelNav: () => `Month of ${name}`,
        labelDayButton: (date, marks) =>
          [wholeDay.format(date), marks.today && 'today', marks.selected && 'selected'].filter(Boolean).join(', '),
      }}
      classNames={classes}
    />
  )
}
