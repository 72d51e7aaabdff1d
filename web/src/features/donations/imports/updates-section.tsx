import type { imports } from '@twofold/contract'
import { Checkbox } from '../../../ui/choice.tsx'
import { formatDay, formatMoney, plural } from '../../../ui/format.ts'

type Updates = imports.GiftUpdates
type Currency = imports.TestResult['currency']

const updateTexts: Record<imports.GiftUpdateKind, readonly [one: string, many: string]> = {
  refunded: ['gift was refunded', 'gifts were refunded'],
  part_refunded: ['gift was partly refunded', 'gifts were partly refunded'],
  failed: ['payment failed', 'payments failed'],
  employer: ['gift now has an employer', 'gifts now have an employer'],
  address: ['donor with more contact details', 'donors with more contact details'],
  match_requested: ['match was already requested', 'matches were already requested'],
  match_refused: ['match was refused by the employer', 'matches were refused by the employers'],
  match_paid: ['match was paid', 'matches were paid'],
  other_employer: ['gift with a different employer', 'gifts with a different employer'],
  amount: ['gift with a different amount', 'gifts with a different amount'],
  date: ['gift with a different date', 'gifts with a different date'],
  donor: ['gift from a different donor', 'gifts from a different donor'],
}

export const updateSentence = ({ kind, count }: Pick<Updates, 'kind' | 'count'>): string =>
  plural(count, ...updateTexts[kind])

export function describeUpdate(
  kind: imports.GiftUpdateKind,
  from: string | null,
  to: string | null,
  currency: Currency,
): string {
  const format = (value: string) =>
    kind === 'amount' || kind === 'part_refunded'
      ? formatMoney(Number(value), currency)
      : kind === 'date'
        ? formatDay(value)
        : value
  return [from, to].flatMap((value) => (value === null ? [] : [format(value)])).join(' → ')
}

export function UpdatesSection({
  news,
  chosen,
  currency,
  onChange,
}: {
  news: readonly Updates[]
  /** Null means the proposal of the pre-check. */
  chosen: readonly imports.GiftUpdateKind[] | null
  currency: Currency
  onChange: (kinds: imports.GiftUpdateKind[]) => void
}) {
  if (news.length === 0) return null
  const applied = chosen ?? news.filter((update) => update.applied).map(({ kind }) => kind)
  const withEmployer = news
    .filter(({ kind }) => applied.includes(kind))
    .reduce((sum, update) => sum + update.with_employer, 0)
  return (
    <section aria-labelledby="news-heading">
      <h3 id="news-heading" className="mb-1 text-lg font-semibold">
        Changes to existing gifts
      </h3>
      <p className="mb-1 text-[0.9375rem] text-muted">
        Choose which changes to apply. Undoing the upload undoes these too.
      </p>
      {news.map((update) => (
        <Checkbox
          key={update.kind}
          checked={applied.includes(update.kind)}
          onChange={({ target }) =>
            onChange(target.checked ? [...applied, update.kind] : applied.filter((kind) => kind !== update.kind))
          }
          label={updateSentence(update)}
          hint={<Examples news={update} currency={currency} />}
        />
      ))}
      {withEmployer > 0 && (
        <p className="mt-1 text-[0.9375rem]">
          Employers already have {plural(withEmployer, 'of these matches', 'of these matches')}. We won’t email anyone
          about {withEmployer === 1 ? 'it' : 'them'}, so let the employer know after the upload.
        </p>
      )}
    </section>
  )
}

function Examples({ news: { kind, count, examples }, currency }: { news: Updates; currency: Currency }) {
  return (
    <>
      {examples.map(({ row, donor, from, to }) => (
        <span key={row} className="block break-words">
          {[donor, describeUpdate(kind, from, to, currency)].filter(Boolean).join(': ')}
        </span>
      ))}
      {count > examples.length && <span className="block">and {count - examples.length} more</span>}
    </>
  )
}
