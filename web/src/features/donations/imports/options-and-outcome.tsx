import type { imports } from '@twofold/contract'
import { Checkbox } from '../../../ui/choice.tsx'
import { formatCount, formatMoney, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SendReview } from '../../email/mails/index.ts'
import { FileQuestions } from './file-questions.tsx'
import { matchableSentence, outcomeNotes } from './outcome-text.ts'
import { UpdatesSection } from './updates-section.tsx'
import type { UploadOptions } from './upload-form.ts'

type OutcomeProps = {
  preCheck: imports.TestResult
  isChecking: boolean
  problem: { readonly title: string; readonly message: string } | null
  isProblemShown: boolean
  options: UploadOptions
  onOptions: (changed: Partial<UploadOptions>) => void
}

const heading = 'mb-1 text-lg font-semibold'

export function OptionsAndOutcome({ preCheck, isChecking, problem, isProblemShown, options, onOptions }: OutcomeProps) {
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="outcome-heading">
        <h3 id="outcome-heading" className={`${heading} flex items-center gap-2`}>
          What will happen
          {isChecking && <Spinner className="size-4 text-muted" />}
        </h3>
        <div aria-live="polite" aria-busy={isChecking}>
          {problem && !isProblemShown && (
            <Notice tone="problem">
              <strong className="block font-semibold">{problem.title}</strong>
              {problem.message}
            </Notice>
          )}
          {problem && isProblemShown && <p className="text-muted">Map the fields to see the results.</p>}
          {!problem && preCheck.review && <Outcome review={preCheck.review} currency={preCheck.currency} />}
        </div>
      </section>
      {!problem && preCheck.review && (
        <UpdatesSection
          news={preCheck.review.news}
          chosen={options.news}
          currency={preCheck.currency}
          onChange={(news) => onOptions({ news })}
        />
      )}
      <FileQuestions
        questions={preCheck.questions}
        currency={preCheck.currency}
        options={options}
        onChange={onOptions}
      />
      <section aria-labelledby="mails-heading">
        <h3 id="mails-heading" className={heading}>
          Emails to donors
        </h3>
        {!problem &&
          preCheck.review &&
          (preCheck.review.outcome_once_set_up && preCheck.review.mails.mails === 0 ? (
            <p className="font-semibold">No donor emails until you finish setup.</p>
          ) : (
            <SendReview review={preCheck.review.mails} />
          ))}
        <Checkbox
          checked={options.optIn}
          onChange={(event) => onOptions({ optIn: event.target.checked })}
          label="Ask for consent first"
          hint="We’ll send one opt-in email and nothing else until they say yes."
        />
        <Checkbox
          checked={options.noCompany}
          onChange={(event) => onOptions({ noCompany: event.target.checked })}
          label="Also email donors with unknown employers"
          hint="We’ll ask where they work."
        />
      </section>
      <Warnings warnings={uncoveredWarnings(preCheck)} />
    </div>
  )
}

function Outcome({ review, currency }: { review: imports.ImportReview; currency: imports.TestResult['currency'] }) {
  return (
    <>
      {review.gifts + review.updates > 0 && (
        <div className="mb-3 rounded-control bg-submitted-soft px-4 py-3 text-submitted-text">
          <p className="text-lg leading-snug font-semibold">
            {matchableSentence(review.outcome, review.outcome_once_set_up)}
          </p>
          {outcomeNotes(review.outcome, review.outcome_once_set_up).map((note) => (
            <p key={note} className="mt-1 text-[0.9375rem]">
              {note}
            </p>
          ))}
        </div>
      )}
      <dl className="divide-y divide-hairline">
        <Line term="New gifts" value={formatCount(review.gifts)} strong />
        <Line term="Total given" value={formatMoney(review.amount_sum, currency)} strong />
        {review.outcome.merged > 0 && (
          <Line term="Combined with other gifts" value={formatCount(review.outcome.merged)} />
        )}
        {review.updates > 0 && <Line term="Gifts updated" value={formatCount(review.updates)} />}
        {review.unchanged > 0 && <Line term="Already uploaded" value={formatCount(review.unchanged)} />}
        {review.not_taken > 0 && <Line term="With changes you skipped" value={formatCount(review.not_taken)} />}
        {review.of_erased > 0 && <Line term="From erased donors" value={formatCount(review.of_erased)} />}
        {review.joined > 0 && <Line term="Additional designations" value={formatCount(review.joined)} />}
        {review.left_out > 0 && <Line term="Skipped" value={formatCount(review.left_out)} />}
        {review.rejected > 0 && <Line term="Rows to fix" value={formatCount(review.rejected)} />}
      </dl>
      {review.of_erased > 0 && (
        <p className="mt-2 text-[0.9375rem] text-muted">
          {plural(review.of_erased, 'gift is', 'gifts are')} from erased donors. We’ll count the amounts and keep
          nothing else.
        </p>
      )}
    </>
  )
}

function Line({ term, value, strong = false }: { term: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className={strong ? '' : 'text-muted'}>{term}</dt>
      <dd className={`tabular-nums ${strong ? 'text-lg font-semibold' : ''}`}>{value}</dd>
    </div>
  )
}

/** Omits warnings that the review already covers. */
const uncoveredWarnings = ({ warnings, review, questions }: imports.TestResult): readonly imports.ImportWarning[] => {
  if (!review) return warnings
  const coveredCodes: readonly string[] = ['rejected_rows', 'ambiguous_date_order', ...questions.map(({ id }) => id)]
  return warnings.filter(({ code }) => !coveredCodes.includes(code))
}

function Warnings({ warnings }: { warnings: readonly imports.ImportWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="warnings-heading">
      <h3 id="warnings-heading" className={heading}>
        Good to know
      </h3>
      <ul className="list-disc space-y-1.5 pl-5 text-[0.9375rem] marker:text-edge">
        {warnings.map(({ code, column, message }) => (
          <li key={`${code} ${column ?? ''} ${message}`}>{message}</li>
        ))}
      </ul>
    </section>
  )
}
