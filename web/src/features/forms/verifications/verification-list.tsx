import { linkTo, screens, type verifications } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { rowLinkProps } from '../../../ui/row-focus.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { requestLabels } from './verification-words.ts'

type Given = {
  rows: readonly verifications.Verification[]
  /** Null for read-only users. */
  acts: {
    readonly chosen: ReadonlySet<number>
    readonly busy: boolean
    readonly whyNot: string | null
    readonly onChoose: (id: number) => void
    readonly onSign: (row: verifications.Verification) => void
    readonly onVerified: (row: verifications.Verification) => void
  } | null
  campaignOf: (row: verifications.Verification) => number | null
  showsOrganization: boolean
}

/** Matches of a campaign are submitted together, on the campaign's page. */
export const isSelectable = ({ asks }: verifications.Verification): boolean => asks !== 'campaign'

export function VerificationList({ rows, ...given }: Given) {
  return (
    <ul className="divide-y divide-hairline">
      {rows.map((row) => (
        <Row key={row.donation_id} row={row} {...given} />
      ))}
    </ul>
  )
}

type RowOf = Omit<Given, 'rows'> & { row: verifications.Verification }

function Row({ row, acts, campaignOf, showsOrganization }: RowOf) {
  const nameOf = useOrganizationLabel()
  const place = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={place} tabIndex={-1} className="flex items-start gap-x-3 px-4 py-2 text-[0.9375rem] leading-5 sm:px-5">
      {acts && (
        <Checkbox
          className="-my-1.5"
          label={
            <span className="sr-only">
              {`Select ${row.donor_name || `match ${row.donation_id}`}`}
              {!isSelectable(row) && ' (submitted with its campaign)'}
            </span>
          }
          disabled={!isSelectable(row)}
          checked={acts.chosen.has(row.donation_id)}
          onChange={() => acts.onChoose(row.donation_id)}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-words">
            <Link
              {...rowLinkProps(row.donation_id)}
              className="font-semibold text-brand-text underline-offset-2 hover:underline"
              to={linkTo(screens.donations, { status: 'npo_verify', dates: 'any', match: row.donation_id })}
            >
              {row.donor_name || `Match ${row.donation_id}`}
            </Link>{' '}
            <span className="tabular-nums">
              {formatMoney(row.amount, row.currency)} on {formatDay(row.donated_at)}
            </span>
            {row.transaction_id && <span className="text-muted">{` · Transaction ${row.transaction_id}`}</span>}
          </p>
          <p className="break-words text-muted">
            <span className="text-ink">
              {requestLabels[row.asks](row.asked_by || row.company?.name || 'the company')}
            </span>
            {[
              '',
              row.asked_by === row.company?.name ? '' : row.company?.name,
              showsOrganization ? nameOf(row.organization) : '',
              row.asks === 'company' || row.asks === 'by_hand' ? row.contact : '',
              acts && !isSelectable(row) ? 'Submit on the campaign’s page' : '',
            ]
              .filter((words, place) => place === 0 || words)
              .join(' · ')}
          </p>
        </div>
        <p className={cx('basis-36 tabular-nums', row.is_late && 'font-semibold text-problem-text')}>
          {untilWords(row)}
        </p>
        {acts && (
          <span className="flex basis-32 justify-end whitespace-nowrap max-sm:basis-full max-sm:justify-start">
            <RowPress row={row} acts={acts} campaignId={campaignOf(row)} />
          </span>
        )}
      </div>
    </li>
  )
}

const untilWords = ({ until, is_late }: verifications.Verification): string =>
  until === null ? 'No known deadline' : `${is_late ? 'Was due' : 'By'} ${formatDay(until)}`

function RowPress({
  row,
  acts,
  campaignId,
}: {
  row: verifications.Verification
  acts: NonNullable<Given['acts']>
  campaignId: number | null
}) {
  const name = row.donor_name || `match ${row.donation_id}`
  if (row.asks === 'campaign' && campaignId !== null) {
    return (
      <Button look="secondary" size="small" asChild>
        <Link to={linkTo(screens.campaign, { campaignId })} aria-label={`Open campaign: ${name}`}>
          Open campaign
        </Link>
      </Button>
    )
  }
  if (row.asks === 'sign') {
    return (
      <Button
        look="secondary"
        size="small"
        aria-label={`Sign for ${name}`}
        disabled={acts.whyNot !== null}
        why={acts.whyNot ?? undefined}
        onClick={() => acts.onSign(row)}
      >
        Sign
      </Button>
    )
  }
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Verified: ${name}`}
      // A disabled button would lose focus.
      onClick={() => acts.busy || acts.onVerified(row)}
    >
      Verified
    </Button>
  )
}
