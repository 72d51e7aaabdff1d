import { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { ReactNode } from 'react'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Checkbox, Radio, RadioGroup, Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import type { UploadOptions } from './upload-form.ts'

export function QuestionBox({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-control border border-awaiting/50 border-l-4 border-l-awaiting bg-awaiting-soft px-4 py-3">
      {children}
    </div>
  )
}

/** 02/03 is ambiguous, so the order is never guessed. */
export function DateQuestion({
  preCheck: { date_example: example, suggested_date_order: suggested },
  value,
  onChange,
}: {
  preCheck: Pick<imports.TestResult, 'date_example' | 'suggested_date_order'>
  value: imports.DateOrder | null
  onChange: (order: imports.DateOrder) => void
}) {
  const describeOrder = (order: imports.DateOrder) => (order === 'mdy' ? 'Month first' : 'Day first')
  return (
    <QuestionBox>
      <RadioGroup
        legend={
          example
            ? `Which date is ${quoted(example.text)}?`
            : 'Do the dates in this file start with the month or the day?'
        }
      >
        {(['mdy', 'dmy'] as const).map((order) => (
          <Radio
            key={order}
            name="date-order"
            value={order}
            checked={value === order}
            onChange={() => onChange(order)}
            label={example ? formatDay(example[order]) : describeOrder(order)}
            hint={
              [example && describeOrder(order), suggested === order && 'likely'].filter(Boolean).join(', ') || undefined
            }
          />
        ))}
      </RadioGroup>
    </QuestionBox>
  )
}

export function GiftDateField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const { today } = useOrganization()
  return (
    <Field name="gift_date" label="Date of all gifts" hint="For a file without a date column.">
      <Input type="date" max={today} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

export function SheetQuestion({
  file: { sheet, sheets },
  onSheet,
}: {
  file: imports.TestResult['file']
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

type Answers = Pick<UploadOptions, 'answers' | 'takeRows'>
type QuestionProps = {
  currency: imports.TestResult['currency']
  options: Answers
  onChange: (changed: Partial<Answers>) => void
}

/** The cautious answer is preselected. */
export function FileQuestions({
  questions,
  ...props
}: QuestionProps & { questions: readonly imports.ImportQuestion[] }) {
  return questions.map((question) => <FileQuestion key={question.id} question={question} {...props} />)
}

function FileQuestion({ question, currency, options, onChange }: QuestionProps & { question: imports.ImportQuestion }) {
  const { id, message, sum, examples, count } = question
  const answer = options.answers[id] ?? question.answer
  return (
    <QuestionBox>
      <RadioGroup
        legend={
          <>
            {message}
            {sum !== null && <span className="font-normal text-muted"> {formatMoney(sum, currency)}</span>}
          </>
        }
      >
        {question.options.map(({ value, label }) => (
          <Radio
            key={value}
            name={`question-${id}`}
            value={value}
            checked={answer === value}
            onChange={() => onChange({ answers: { ...options.answers, [id]: value } })}
            label={label}
          />
        ))}
      </RadioGroup>
      {examples.length > 0 && (
        <details className="mt-1 text-[0.9375rem]">
          <summary className="min-h-6 cursor-pointer text-brand-text">
            {examples.length < count ? `First ${examples.length} of ${count} rows` : 'Show rows'}
          </summary>
          <ul className="mt-1 space-y-1">
            {examples.map((example) => (
              <li key={example.row}>
                <Example
                  example={example}
                  canUpload={question.by_row && answer === imports.leaveOutAnswer}
                  options={options}
                  onChange={onChange}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </QuestionBox>
  )
}

function Example({
  example: { row, sheet_row, text, known },
  canUpload,
  options: { takeRows },
  onChange,
}: Pick<QuestionProps, 'options' | 'onChange'> & {
  example: imports.ImportQuestion['examples'][number]
  canUpload: boolean
}) {
  const description = `Row ${sheet_row}: ${text}`
  const duplicateHint = known && `Already uploaded: ${known}`
  if (!canUpload) {
    return (
      <p className="break-words">
        {description}
        {duplicateHint && <span className="block text-muted">{duplicateHint}</span>}
      </p>
    )
  }
  return (
    <Checkbox
      checked={takeRows.includes(row)}
      onChange={({ target }) =>
        onChange({ takeRows: target.checked ? [...takeRows, row] : takeRows.filter((takenRow) => takenRow !== row) })
      }
      label={`Upload row ${sheet_row}: ${text}`}
      hint={duplicateHint}
    />
  )
}
