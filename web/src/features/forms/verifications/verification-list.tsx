import { linkTo, screens, type verifications } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { rowLinkProps } from '../../../ui/row-focus.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { doneLabel, requestLabels } from './verification-text.ts'

type Props = {
  rows: readonly verifications.Verification[]
  /** Null for read-only users. */
  actions: {
    readonly chosen: ReadonlySet<number>
    readonly busy: boolean
    readonly whyNot: string | null
    readonly onChoose: (id: number) => void
    readonly onSign: (row: verifications.Verification) => void
    readonly onDone: (row: verifications.Verification) => void
  } | null
  campaignOf: (row: verifications.Verification) => number | null
  showsOrganization: boolean
}

/** Matches of a campaign are submitted together, on the campaign's page. */
export const isSelectable = ({ asks }: verifications.Verification): boolean => asks !== 'campaign'

export function VerificationList({ rows, ...rowProps }: Props) {
  return (
    <ul className="divide-y divide-hairline">
      {rows.map((row) => (
        <Row key={row.donation_id} row={row} {...rowProps} />
      ))}
    </ul>
  )
}

type RowProps = Omit<Props, 'rows'> & { row: verifications.Verification }

function Row({ row, actions, campaignOf, showsOrganization }: RowProps) {
  const nameOf = useOrganizationLabel()
  const ref = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={ref} tabIndex={-1} className="flex items-start gap-x-3 px-4 py-2 text-[0.9375rem] leading-5 sm:px-5">
      {actions && (
        <Checkbox
          className="-my-1.5"
          label={
            <span className="sr-only">
              {`Select ${row.donor_name || `match ${row.donation_id}`}`}
              {!isSelectable(row) && ' (submitted with its campaign)'}
            </span>
          }
          disabled={!isSelectable(row)}
          checked={actions.chosen.has(row.donation_id)}
          onChange={() => actions.onChoose(row.donation_id)}
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
            ]
              .filter((text, index) => index === 0 || text)
              .join(' · ')}
          </p>
        </div>
        <p className={cx('basis-36 tabular-nums', row.is_late && 'font-semibold text-problem-text')}>
          {deadlineText(row)}
        </p>
        {actions && (
          <span className="flex basis-32 justify-end whitespace-nowrap max-sm:basis-full max-sm:justify-start">
            <RowAction row={row} actions={actions} campaignId={campaignOf(row)} />
          </span>
        )}
      </div>
    </li>
  )
}

const deadlineText = ({ until, is_late }: verifications.Verification): string =>
  until === null ? 'No known deadline' : `${is_late ? 'Was due' : 'By'} ${formatDay(until)}`

function RowAction({
  row,
  actions,
  campaignId,
}: {
  row: verifications.Verification
  actions: NonNullable<Props['actions']>
  campaignId: number | null
}) {
  const name = row.donor_name || `match ${row.donation_id}`
  if (row.asks === 'campaign' && campaignId !== null) {
    return (
      <Button variant="secondary" size="small" asChild>
        <Link to={linkTo(screens.campaign, { campaignId })} aria-label={`Open campaign: ${name}`}>
          Open campaign
        </Link>
      </Button>
    )
  }
  if (row.asks === 'sign') {
    return (
      <Button
        variant="secondary"
        size="small"
        aria-label={`Sign for ${name}`}
        disabled={actions.whyNot !== null}
        disabledReason={actions.whyNot ?? undefined}
        onClick={() => actions.onSign(row)}
      >
        Sign
      </Button>
    )
  }
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`${doneLabel(row.asks)}: ${name}`}
      // A disabled button would lose focus.
      onClick={() => actions.busy || actions.onDone(row)}
    >
      {doneLabel(row.asks)}
    </Button>
  )
}
