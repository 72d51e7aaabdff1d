import { type donations, linkTo, publicMatch, screens } from '@twofold/contract'
import { findStatus, quoted } from '@twofold/matching'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOrganization, useOrganizationLabel, usePermissions } from '../../../../shared/current-organization.tsx'
import { Facts } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { fieldId } from '../../../../ui/field.tsx'
import { formatDateTime, formatDay, formatMoney } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import type { Day } from '../../periods/index.ts'
import { formatDonationAmount, genericFacts } from '../generic-columns.ts'
import { statusStyleOf } from '../status-badge.tsx'
import type { MatchTab } from '../use-open-match.ts'
import { ExternalSiteLink, FoldedSection } from './dialog-section.tsx'
import { CallButtons, useMatchButtons } from './match-buttons.tsx'
import { MatchFields } from './match-fields.tsx'
import {
  customFields,
  describeEmployer,
  describeMethod,
  describePayment,
  formatDaysLeft,
  parseLink,
} from './match-text.ts'
import { MatchTimeline } from './match-timeline.tsx'
import { type StepLink, stepLinksOf } from './step-links.ts'
import type { useMatchChange } from './use-match-change.ts'
import type { useMatchForm } from './use-match-form.ts'
import { WhyThisStatus } from './why-this-status.tsx'

type Detail = donations.DonationDetail

type Props = {
  detail: Detail
  today: Day
  change: ReturnType<typeof useMatchChange>
  form: ReturnType<typeof useMatchForm>
  onTab: (tab: MatchTab) => void
}

export function MatchDetails({ detail, today, change, form, onTab }: Props) {
  const namedFields = useOrganization().custom.donation_fields
  const isEditable = useMatchButtons(detail).some(({ action }) => action === 'edit')
  const customRows = customFields(detail.custom, namedFields)
  return (
    <div className="space-y-5">
      <NextSteps detail={detail} today={today} change={change} onTab={onTab} />
      {change.refused && <Notice tone="problem">{change.refused}</Notice>}
      <FactGrid rows={factsOf(detail, isEditable)} />
      {isEditable && <MatchFields detail={detail} form={form} />}
      {customRows.length > 0 && !isEditable && (
        <FoldedSection title="Custom fields">
          <Facts rows={customRows} />
        </FoldedSection>
      )}
      <WhyThisStatus explanation={detail.why} />
      <MatchTimeline detail={detail} />
    </div>
  )
}

/** Most users open a match to see the reason for its status. */
function NextSteps({ detail, today, change, onTab }: Omit<Props, 'form'>) {
  const { icon: Icon, soft, text, bar } = statusStyleOf(detail.status_id)
  const status = findStatus(detail.status_id)
  const isFinal = ['nobody', 'internal'].includes(status?.whoActs ?? 'nobody')
  const isRequested = status?.name === 'submitted' || status?.name === 'completed'
  const links = stepLinksOf(detail, usePermissions())
  return (
    <section aria-label="Next Steps" className={cx('relative overflow-hidden rounded-card py-3 pr-5 pl-6', soft)}>
      <span className={cx('absolute inset-y-0 left-0 w-1.5', bar)} aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p className={cx('flex items-center gap-2 font-semibold', text)}>
          <Icon className="size-4.5 shrink-0" aria-hidden="true" />
          {detail.status.name}
        </p>
        <BillingBadge billing={detail.status.billing_status} />
      </div>
      <h3 className="mt-1.5 text-sm font-semibold text-muted">Next Steps</h3>
      <p>{detail.next_steps}</p>
      {detail.deadline_day && !isRequested && (
        <p className="mt-1">
          <span className="text-muted">Deadline </span>
          <strong className="font-semibold">{formatDay(detail.deadline_day)}</strong>
          {!isFinal && <span className="text-muted">, {formatDaysLeft(detail.deadline_day, today)}</span>}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-empty:mt-1.5">
        <CallButtons detail={detail} change={change} />
        {links.length > 0 && (
          <ul className="-ml-1 flex flex-wrap gap-x-4">
            {links.map((link) => (
              <li key={link.label}>
                <Step link={link} onTab={onTab} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const stepClasses =
  'inline-flex min-h-9 items-center rounded-sm px-1 font-semibold text-brand-text underline decoration-1 underline-offset-3 hover:decoration-2 pointer-coarse:min-h-11'

function Step({ link, onTab }: { link: StepLink; onTab: (tab: MatchTab) => void }) {
  if ('screen' in link) {
    return (
      <Link to={link.screen} className={stepClasses}>
        {link.label}
      </Link>
    )
  }
  if ('href' in link) {
    return link.href.startsWith('mailto:') ? (
      <a href={link.href} className={stepClasses}>
        {link.label}
      </a>
    ) : (
      <span className={cx(stepClasses, 'no-underline')}>
        <ExternalSiteLink href={link.href}>{link.label}</ExternalSiteLink>
      </span>
    )
  }
  const openTarget = () => ('tab' in link ? onTab(link.tab) : document.getElementById(fieldId(link.field))?.focus())
  return (
    <button type="button" className={stepClasses} onClick={openTarget}>
      {link.label}
    </button>
  )
}

function factsOf(detail: Detail, isEditable: boolean): (readonly [label: string, value: ReactNode])[] {
  const { billing_status: billing } = detail.status
  const payment = describePayment(detail.payment_state)
  const rows: (readonly [string, ReactNode])[] = isEditable
    ? []
    : [['Amount', <Money key="amount">{formatDonationAmount(detail.amount, detail.currency)}</Money>]]
  if (detail.is_part) rows.push(['Part of', <CombinedMatchLink key="whole" id={detail.merged_into_id} />])
  else if (billing) rows.push(['Estimated match', <Estimate key="estimate" detail={detail} />])
  if (payment) rows.push(['Payment', payment])
  if (detail.received !== 0) {
    rows.push(['Received', <Money key="received">{formatMoney(detail.received, detail.currency)}</Money>])
  }
  rows.push(
    ['Date', formatDate(detail.donated_at)],
    ['Employer', <Employer key="employer" detail={detail} />],
    ['Donor', <Donor key="donor" detail={detail} />],
    ['Nonprofit', <Nonprofit key="nonprofit" organization={detail.organization} />],
    ['Match id', <Id key="match" text={String(detail.id)} label="Copy match id" />],
    [
      'Donation id',
      detail.transaction_id && <Id key="donation" text={detail.transaction_id} label="Copy donation id" />,
    ],
  )
  rows.push(...genericFacts(detail))
  if (detail.recurring_id) rows.push(['Series', detail.recurring_id])
  if (detail.inert) rows.push(['External match', 'No emails, no charge'])
  if (detail.unconfirmed)
    rows.push([
      'Unconfirmed request',
      `Not counted or billed until confirmed. Deleted after ${publicMatch.unconfirmedDays} days.`,
    ])
  if (detail.silenced) rows.push(['Silenced', 'The donor won’t be emailed about this match'])
  return rows
}

function FactGrid({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="break-words">{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const billingLabels = { eligible: 'Eligible', processed: 'Processed' } as const

function BillingBadge({ billing }: { billing: Detail['status']['billing_status'] }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold',
        billing ? 'bg-brand-soft text-brand-text' : 'bg-closed-soft text-closed-text',
      )}
    >
      {billing && <BadgeCheck className="size-3.5" aria-hidden="true" />}
      {billing ? billingLabels[billing] : 'Ineligible'}
    </span>
  )
}

const Money = ({ children }: { children: ReactNode }) => <span className="font-semibold tabular-nums">{children}</span>

/** "Up to": the rest of the donor's yearly limit is an estimate. "Not known": even the ratio is unknown. */
function Estimate({ detail }: { detail: Detail }) {
  if (detail.matched === 0 && !detail.matched_is_certain) return <>Unknown</>
  return (
    <>
      {!detail.matched_is_certain && 'up to '}
      <Money>{formatMoney(detail.matched, detail.currency)}</Money>
    </>
  )
}

function Employer({ detail }: { detail: Detail }) {
  const { company } = detail
  const findingMethod = describeEmployer(detail)
  const link = parseLink(company?.url ?? null)
  return (
    <>
      <span className="font-semibold">{company?.name ?? detail.company_name}</span>
      {company && detail.company_name !== company.name && detail.company_name && (
        <span className="text-muted"> written as {quoted(detail.company_name)}</span>
      )}
      {!company && !detail.company_name && <span className="text-muted">Unknown</span>}
      {findingMethod && <span className="block text-[0.9375rem] text-muted">{findingMethod}</span>}
      {company?.match_method && (
        <span className="block text-[0.9375rem] text-muted">
          How to request: {describeMethod(company.match_method).toLowerCase()}
          {link && (
            <>
              {' · '}
              <ExternalSiteLink href={link.href}>{link.name}</ExternalSiteLink>
            </>
          )}
        </span>
      )}
      {company?.guide && <span className="mt-1 block text-[0.9375rem] whitespace-pre-line">{company.guide}</span>}
    </>
  )
}

/** `id` is null if the combined match belongs to another chapter, which is not visible here. */
function CombinedMatchLink({ id }: { id: number | null }) {
  if (id === null) return 'Another chapter’s match'
  return (
    <Link to={{ search: `?dates=any&match=${id}` }} className="text-brand-text underline underline-offset-3">
      Match {id}
    </Link>
  )
}

const Nonprofit = ({ organization }: { organization: Detail['organization'] }) => useOrganizationLabel()(organization)

const quietCopy = '[&_button]:text-muted [&_button_svg]:size-4'

function Donor({ detail }: { detail: Detail }) {
  const { name, email } = detail.donor
  return (
    <>
      <Link
        to={linkTo(screens.donor, { id: detail.donor_id })}
        className="inline-flex min-h-6 items-center font-semibold underline decoration-edge/60 decoration-1 underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11"
      >
        {name || detail.donor_name || email || 'No name'}
      </Link>
      {email ? (
        <span className={cx('-my-1 flex items-center gap-0.5', quietCopy)}>
          <a
            className="inline-flex min-h-6 min-w-0 items-center break-all text-brand-text underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
            href={`mailto:${email}`}
          >
            {email}
          </a>
          <CopyButton text={email} label="Copy email address" />
        </span>
      ) : (
        <span className="block text-muted">No email address</span>
      )}
    </>
  )
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className={cx('-my-1.5 inline-flex max-w-full items-center gap-0.5', quietCopy)}>
      <code className="min-w-0 font-sans break-all tabular-nums">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}

/** `Nov 20, 2026, 2:05 PM` in the organization's local time. Midnight means the file had no times. */
function formatDate(donatedAt: string): string {
  const wallClock = donatedAt.replace(' ', 'T')
  return /T00:00(:00)?/.test(wallClock) ? formatDay(donatedAt) : formatDateTime(`${wallClock}Z`, 'UTC')
}
