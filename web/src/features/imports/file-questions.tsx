import type { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { ReactNode } from 'react'
import { Radio, RadioGroup, Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../ui/format.ts'

/** Around something that only a person knows about the file. */
export function QuestionBox({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-control border border-awaiting/50 border-l-4 border-l-awaiting bg-awaiting-soft px-4 py-3">
      {children}
    </div>
  )
}

/** 02/03 may be February or March: asked, never guessed, with a date of this very file. */
export function DateQuestion({
  look: { date_example: example, suggested_date_order: suggested },
  value,
  onChange,
}: {
  look: Pick<imports.TestAnswer, 'date_example' | 'suggested_date_order'>
  value: imports.DateOrder | null
  onChange: (order: imports.DateOrder) => void
}) {
  const words = (order: imports.DateOrder) => (order === 'mdy' ? 'Month first' : 'Day first')
  return (
    <QuestionBox>
      <RadioGroup
        legend={
          example
            ? `Which day is ${quoted(example.text)}?`
            : 'Do the dates of this file begin with the month or the day?'
        }
      >
        {(['mdy', 'dmy'] as const).map((order) => (
          <Radio
            key={order}
            name="date-order"
            value={order}
            checked={value === order}
            onChange={() => onChange(order)}
            label={example ? formatDay(example[order]) : words(order)}
            hint={
              [example && words(order), suggested === order && 'looks likely'].filter(Boolean).join(', ') || undefined
            }
          />
        ))}
      </RadioGroup>
    </QuestionBox>
  )
}

/** A workbook with several sheets: which one holds the gifts. */
export function SheetQuestion({
  file: { sheet, sheets },
  onSheet,
}: {
  file: imports.TestAnswer['file']
  onSheet: (sheet: string) => void
}) {
  if (!sheet || sheets.length < 2) return null
  return (
    <Field name="sheet" label="Sheet" hint="This workbook has several sheets. We found the gifts here.">
      <Select value={sheet} onChange={(event) => onSheet(event.target.value)}>
        {sheets.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  )
}
