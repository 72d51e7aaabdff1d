import { linkTo, payouts, screens, search } from '@twofold/contract'
import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/client.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { useSearch } from '../../../ui/search.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { describeDonor, describeKind, lineMoney } from './payout-text.ts'

type Line = payouts.PayoutLine

export type Settlement =
  | { readonly donation_id: number | null }
  | { readonly parts: { donation_id: number; amount: number }[] }
  | { readonly same_payment: true }

export function LineList({
  lines,
  total,
  currentId,
  onChoose,
}: {
  lines: readonly Line[]
  total: number
  currentId: number
  onChoose: (lineId: number) => void
}) {
  return (
    <Card padded={false} className="overflow-hidden">
      <h2 className="border-b border-hairline px-5 py-3 font-semibold">
        {total > lines.length ? `First ${lines.length} of ${total} lines` : `${total} to review`}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list longer than its place is scrolled by keyboard too */}
      <section aria-label="Lines to review" tabIndex={0} className="max-h-[70vh] overflow-y-auto max-lg:max-h-60">
        <ul className="divide-y divide-hairline">
          {lines.map((line) => (
            <WaitingLine key={line.id} line={line} isCurrent={line.id === currentId} onChoose={onChoose} />
          ))}
        </ul>
      </section>
    </Card>
  )
}

type WaitingLineProps = { line: Line; isCurrent: boolean; onChoose: (lineId: number) => void }

function WaitingLine({ line, isCurrent, onChoose }: WaitingLineProps) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row}>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(line.id)}
        className={cx('block w-full px-5 py-3 text-left', isCurrent ? 'bg-brand-soft' : 'hover:bg-sunken/70')}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-semibold break-words">{describeDonor(line)}</span>
          <span className="tabular-nums">{lineMoney(line)}</span>
        </span>
        <span className="block text-[0.9375rem] text-muted">
          {[line.company, line.given_on && formatDay(line.given_on)].filter(Boolean).join(' · ') || line.payer}
        </span>
      </button>
    </li>
  )
}

/** Best candidate first. */
export function CandidateList({
  ref,
  line,
  candidates,
  busy,
  canWrite,
  onDecide,
}: {
  ref: Ref<HTMLHeadingElement>
  line: Line
  candidates: readonly payouts.Candidate[]
  busy: boolean
  canWrite: boolean
  onDecide: (settlement: Settlement) => void
}) {
  const canBeNewMatch = line.gift + line.match > 0
  const combined = candidates.filter(({ part }) => part !== null)
  return (
    <Card>
      <CardTitle ref={ref}>{describeDonor(line)}</CardTitle>
      <LineFacts line={line} />
      {line.repeats && (
        <div className="mt-5 rounded-control border border-hairline p-3.5">
          <p>
            This may repeat {line.repeats.text}
            {line.repeats.paid_on && ` on ${formatDay(line.repeats.paid_on)}`}: same donor and amount.
          </p>
          {canWrite && (
            <Button className="mt-2" busy={busy} onClick={() => onDecide({ same_payment: true })}>
              Same payment, count it once
            </Button>
          )}
        </div>
      )}
      {canWrite && combined.length > 1 && (
        <CombinedMatches key={line.id} line={line} candidates={combined} busy={busy} onDecide={onDecide} />
      )}
      <h3 className="mt-5 mb-2 font-semibold">
        {candidates.length === 0 ? 'It doesn’t match any gift' : 'Which match is it?'}
      </h3>
      <ol className="space-y-3">
        {candidates.map((candidate, index) => (
          <li key={candidate.donation_id} className="rounded-control border border-hairline p-3.5">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <p className="font-semibold">
                  <span aria-hidden="true" className="mr-2 text-muted max-md:hidden">
                    {index + 1}
                  </span>
                  {candidate.donor_name || candidate.donor_email}
                </p>
                <p className="text-[0.9375rem]">{candidate.why}.</p>
                <p className="text-[0.9375rem] break-words text-muted">
                  {formatMoney(candidate.amount, line.currency)} on {formatDay(candidate.given_on)} ·{' '}
                  {candidate.company || 'No company'}
                  {candidate.donor_email && ` · ${candidate.donor_email}`}
                </p>
                {candidate.received > 0 && (
                  <p className="text-[0.9375rem] text-awaiting-text">
                    {formatMoney(candidate.received, line.currency)} received already
                  </p>
                )}
                <Link
                  className="inline-block min-h-6 text-[0.9375rem] underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:py-2"
                  to={linkTo(screens.donations, { match: candidate.donation_id })}
                >
                  Match {candidate.donation_id}
                </Link>
              </div>
              {canWrite && (
                <Button
                  variant={index === 0 && !line.repeats && combined.length < 2 ? 'primary' : 'secondary'}
                  busy={busy}
                  aria-label={`Link: match ${candidate.donation_id}`}
                  onClick={() => onDecide({ donation_id: candidate.donation_id })}
                >
                  Link
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {canWrite && (
        <div className="mt-5 flex flex-wrap items-end gap-x-6 gap-y-4 border-t border-hairline pt-5">
          <OtherMatch busy={busy} onDecide={(donation_id) => onDecide({ donation_id })} />
          {canBeNewMatch && (
            <Button variant="secondary" busy={busy} onClick={() => onDecide({ donation_id: null })}>
              {candidates.length === 0 ? 'Add as a new match' : 'None of these: add as a new match'}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function CombinedMatches({
  line,
  candidates,
  busy,
  onDecide,
}: {
  line: Line
  candidates: readonly payouts.Candidate[]
  busy: boolean
  onDecide: (settlement: Settlement) => void
}) {
  const [typed, setTyped] = useState<readonly string[]>(candidates.map(({ part }) => String(part ?? 0)))
  const [error, setError] = useState<string | undefined>()
  const settle = () => {
    const amounts = typed.map((text) => (/^\d{1,9}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN))
    const parts = candidates.flatMap(({ donation_id }, index) => {
      const amount = amounts[index] ?? 0
      return amount > 0 ? [{ donation_id, amount }] : []
    })
    const cents = parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    if (amounts.some(Number.isNaN) || parts.length === 0) setError(payouts.payoutMessages.amount)
    else if (cents > Math.round(line.match * 100)) setError(payouts.payoutMessages.parts)
    else onDecide({ parts })
  }
  return (
    <form
      className="mt-5 rounded-control border border-hairline p-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        settle()
      }}
    >
      <h3 className="font-semibold">{candidates.length} matches add up to exactly this amount</h3>
      <div className="mt-2 space-y-2">
        {candidates.map((candidate, index) => (
          <Field
            key={candidate.donation_id}
            name={`part_${candidate.donation_id}`}
            label={`${candidate.donor_name || candidate.donor_email}, gift of ${formatDay(candidate.given_on)}`}
          >
            <Input
              id={`field-part_${candidate.donation_id}`}
              inputMode="decimal"
              autoComplete="off"
              className="w-36 tabular-nums"
              value={typed[index] ?? ''}
              onChange={(event) =>
                setTyped(typed.map((text, position) => (position === index ? event.target.value : text)))
              }
            />
          </Field>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-2 text-danger-text">
          {error}
        </p>
      )}
      <Button type="submit" className="mt-3" busy={busy}>
        Link all {candidates.length}
      </Button>
    </form>
  )
}

function LineFacts({ line }: { line: Line }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Amount', lineMoney(line)],
    ['Type', describeKind(line)],
    ['Company', line.company || null],
    ['Email', line.donor_email || null],
    ['Date', line.given_on && formatDay(line.given_on)],
    ['Gift in the report', line.stated_gift === null ? null : formatMoney(line.stated_gift, line.currency)],
    ['Remaining', line.balance ? formatMoney(line.balance, line.currency) : null],
    ['Project', line.project || null],
    ['Note', line.note || null],
    ['From', [line.payer, line.reference].filter(Boolean).join(', ') || null],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 xl:grid-cols-3">
      {facts
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type FoundMatch = search.SearchResults['matches'][number]

function OtherMatch({ busy, onDecide }: { busy: boolean; onDecide: (donationId: number) => void }) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState('')
  const [match, setMatch] = useState<FoundMatch | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [found, find] = useSearch<FoundMatch>({
    minLength: 1,
    waitMs: 300,
    find: async (q, signal) => (await call(search.findAnything, { params: { id }, query: { q } }, signal)).matches,
  })
  const describeMatch = ({ donor_name, amount, currency, donated_at }: FoundMatch) =>
    `${donor_name}, ${formatMoney(amount, currency)} on ${formatDay(donated_at)}`
  const isEmpty = found.state === 'done' && found.results.length === 0
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (match) onDecide(match.id)
        else setError('Choose a match from the list')
      }}
    >
      <div className="min-w-0 grow basis-72">
        <Field name="other_match" label="Another match" error={error}>
          <Combobox
            text={typed}
            placeholder="Donor, email, or match ID"
            options={
              typed.trim() === ''
                ? []
                : found.results.map((result) => ({
                    key: String(result.id),
                    label: describeMatch(result),
                    hint: [result.company_name, `match ${result.id}`].filter(Boolean).join(' · '),
                    value: result,
                  }))
            }
            busy={found.state === 'waiting'}
            message={isEmpty ? 'No match found' : undefined}
            onText={(text) => {
              setTyped(text)
              setMatch(null)
              setError(undefined)
              find(text)
            }}
            onChoose={(result) => {
              setTyped(describeMatch(result))
              setMatch(result)
              setError(undefined)
            }}
          />
        </Field>
      </div>
      {/* Below the label, so that an error under the field does not move it. */}
      <Button type="submit" variant="secondary" busy={busy} className="sm:mt-7.5 sm:self-start">
        Link
      </Button>
    </form>
  )
}
