import type { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { withCell, withReplacement } from './corrections.ts'

type ProblemRowsProps = {
  review: imports.ImportReview
  columns: readonly imports.ImportColumn[]
  corrections: imports.Corrections
  onChange: (corrections: imports.Corrections) => void
}

const perPage = 10

/** Users fix one cell or all equal values, and the file is checked again. */
export function ProblemRows({ review, columns, corrections, onChange }: ProblemRowsProps) {
  const [shown, setShown] = useState(perPage)
  const correctionCount = corrections.cells.length + corrections.replace.length
  if (review.rejected === 0 && correctionCount === 0) return null
  const nameOf = (header: string) => columns.find((column) => column.header === header)?.original_header || header
  const visible = review.problems.slice(0, shown)
  return (
    <section aria-labelledby="problem-rows" className="rounded-card border border-hairline p-4 sm:p-5">
      <h3 id="problem-rows" className="text-lg font-semibold">
        {review.rejected === 0 ? 'Every row can be uploaded' : `${plural(review.rejected, 'row')} to fix`}
      </h3>
      <p className="mb-3 text-[0.9375rem] text-muted">
        {review.rejected === 0
          ? 'We’ll save your fixes with this upload. Your file doesn’t change.'
          : 'Rows you don’t fix won’t be imported.'}{' '}
        {correctionCount > 0 && (
          <button
            type="button"
            className="min-h-6 font-semibold text-brand-text underline underline-offset-2"
            onClick={() => onChange({ replace: [], cells: [] })}
          >
            Undo all fixes
          </button>
        )}
      </p>
      {review.problem_kinds.length > 0 && (
        <ul className="mb-4 flex flex-col gap-3" aria-label="The same problem in several rows">
          {review.problem_kinds.map((kind) => (
            <li key={`${kind.reason} ${kind.column} ${kind.value}`}>
              <Fix
                name={`all ${kind.column} ${kind.value}`}
                label={
                  <>
                    {kind.value
                      ? `All ${formatCount(kind.count)} ${quoted(kind.value)}`
                      : `All ${formatCount(kind.count)} blanks`}{' '}
                    <span className="font-normal text-muted">in {quoted(nameOf(kind.column))}</span>
                  </>
                }
                value={kind.value}
                action={kind.value ? 'Replace all' : 'Fill in all'}
                onFix={(to) => onChange(withReplacement(corrections, { column: kind.column, from: kind.value, to }))}
              />
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col divide-y divide-hairline">
        {visible.map(({ row, sheet_row, problem, column, value, donor }) => (
          <li key={row} className="py-3">
            <p className="text-[0.9375rem]">
              <span className="font-semibold">
                Row {formatCount(sheet_row)}
                {donor && `, ${donor}`}:
              </span>{' '}
              {problem}
            </p>
            {column !== null && (
              <Fix
                key={value}
                name={`row ${sheet_row}`}
                label={
                  <span className="font-normal text-muted">
                    {quoted(nameOf(column))}
                    <span className="sr-only"> in row {sheet_row}</span>
                  </span>
                }
                value={value}
                action="Save"
                onFix={(to) => onChange(withCell(corrections, { row, column, value: to }))}
              />
            )}
          </li>
        ))}
      </ul>
      {review.problems.length > shown && (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + perPage)}>
          Show more rows
        </Button>
      )}
      {review.problems.length <= shown && review.rejected > review.problems.length && (
        <p className="text-[0.9375rem] text-muted">
          More rows will appear as you fix these. You can also download rejected rows after the upload.
        </p>
      )}
    </section>
  )
}

function Fix({
  name,
  label,
  value,
  action,
  onFix,
}: {
  name: string
  label: ReactNode
  value: string
  action: string
  onFix: (to: string) => void
}) {
  const [text, setText] = useState(value)
  return (
    <form
      className="mt-1.5 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== value) onFix(text)
      }}
    >
      <Field name={`fix-${name.replaceAll(/[^\w]+/g, '-')}`} label={label} className="flex-1">
        <Input value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        icon={Check}
        disabled={text === value}
        disabledReason="Change the value first"
      >
        {action}
      </Button>
    </form>
  )
}
