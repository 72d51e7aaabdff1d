import { suppressions } from '@twofold/contract'
import {
  afterInitialEmailStatusIds,
  dayAt,
  deadlineOf,
  employmentIds,
  giftKindIds,
  policyYearOf,
} from '@twofold/matching'
import { z } from 'zod'
import { sql } from '../../../platform/database/sql.ts'
import { suppressionOf } from '../suppressions/index.ts'

/** SQL: `d` is neither deleted nor combined with another. An unconfirmed request has emails. */
export const hasEmails = sql`(d.merged_into_id IS NULL AND d.deleted_at IS NULL)`

export const stepPolicy = z.object({
  /** False also if unknown. */
  matches: z.boolean(),
  method: z.enum(['csr', 'contact', 'form', 'mail']).nullable(),
  /** '' if unknown. */
  platformName: z.string(),
  platformUrl: z.string(),
  submissionUrl: z.string().nullable(),
  formUrl: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactAddress: z.string().nullable(),
  /** Each part of the gift has a ratio; empty if unknown. */
  ratios: z.array(z.object({ ratio: z.string(), upToCents: z.int().nullable() })),
  minimumPerGift: z.boolean(),
  /** Null: unknown. */
  deadlineRule: z.string().nullable(),
  policyYearStart: z.string(),
  /** The organization's own policy overrides the company's. */
  isOwn: z.boolean(),
})

/** Null or '' means unknown. */
export const stepFacts = z.object({
  donor: z.object({ email: z.string() }),
  donation: z.object({
    statusId: z.int(),
    /** Format `YYYY-MM-DD`. */
    day: z.string(),
    /** A day in the company's time zone, `YYYY-MM-DD`. */
    deadlineDay: z.string().nullable(),
    reasonCode: z.string(),
    payment: z.enum(['none', 'expected', 'part_paid', 'paid', 'refused']),
    employerText: z.string(),
    /** The file or the donor states it. Null: not stated. */
    employment: z.enum(employmentIds).nullable(),
    /** Null: money. */
    giftKind: z.enum(giftKindIds).nullable(),
    inert: z.boolean(),
    isOrganizationClosed: z.boolean(),
    silenced: z.boolean(),
    /** Requested together, earliest first; empty for a single gift. The match has their total and one of the days. */
    gifts: z.array(z.object({ day: z.string(), cents: z.int() })),
  }),
  mail: z.object({
    suppressed: suppressions.suppressionReason.nullable(),
    isWaiting: z.boolean(),
    lastState: z.string().nullable(),
    lastProblem: z.string().nullable(),
  }),
  /** The directory's name, else the donor's text; '' if unknown. */
  companyName: z.string(),
  policy: stepPolicy.nullable(),
})
type StoredStepFacts = z.infer<typeof stepFacts>

/** Days are `YYYY-MM-DD`; `lastDay` is in the company's time zone. */
export type GiftDeadline = { readonly giftDay: string; readonly lastDay: string; readonly isPassed: boolean }

export type WithDeadlines<Facts extends StoredStepFacts> = Facts & {
  readonly donation: {
    readonly deadlinePassed: boolean
    /** Earliest first. Empty if one day applies to all. */
    readonly giftDeadlines: readonly GiftDeadline[]
    /** Another gift until then would be combined with this one below the minimum. */
    readonly laterDonationUntil: string | null
  }
}
export type StepFacts = WithDeadlines<StoredStepFacts>

// SQL for donation `d`, donor `p`, company `c`, policy version `j`, and the joins of `stepJoins`.

/** More than a year of weekly gifts. */
const maxGifts = 100

export const donationPairs = sql`'statusId', d.status_id, 'day', to_char(d.donated_at, 'YYYY-MM-DD'),
  'deadlineDay', to_json(d.deadline_at) #>> '{}', 'reasonCode', d.reason_code, 'payment', d.payment_state, 'employerText', d.employer_text, 'employment', d.employment,
  'giftKind', d.gift_kind, 'inert', d.inert,
  'isOrganizationClosed', EXISTS (SELECT FROM organizations home
    WHERE home.id = d.organization_id AND (home.rule_deactivated OR home.cancelled_at IS NOT NULL)),
  'silenced', d.silenced,
  'gifts', CASE WHEN d.own_cents IS NULL THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object('day', g.day, 'cents', g.cents)), '[]')
    FROM (SELECT * FROM gifts_of_match(d.organization_id, d.id) LIMIT ${sql.raw(String(maxGifts))}) g) END`

export const policyPairs = sql`'matches', j.program = 'yes', 'method', j.method, 'platformName', coalesce(f.name, ''),
  'platformUrl', CASE WHEN f.employee_url LIKE '%COMPANY%' THEN '' ELSE coalesce(f.employee_url, '') END,
  'submissionUrl', j.submission_url, 'formUrl', j.form_url, 'contactEmail', j.contact_email,
  'contactAddress', j.contact_address,
  'ratios', CASE WHEN evaluated.terms IS NOT NULL THEN evaluated.terms -> 'steps'
    WHEN j.ratio IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('ratio', j.ratio, 'upToCents', NULL)) END,
  'minimumPerGift', j.minimum_per_gift, 'policyYearStart', j.policy_year_start,
  'deadlineRule', coalesce((SELECT w.deadline_rule FROM own_policies w WHERE w.organization_id IN (d.organization_id,
      (SELECT home.parent_id FROM organizations home WHERE home.id = d.organization_id))
    AND w.id = (evaluated.terms ->> 'ownPolicyId')::bigint), j.deadline_rule),
  'isOwn', coalesce(evaluated.terms ? 'ownPolicyId', false)`

export const mailJson = sql`json_build_object(
  'suppressed', ${suppressionOf('p')},
  'isWaiting', coalesce(last_mail.state IN ('queued', 'sending'), false),
  'lastState', last_mail.state, 'lastProblem', nullif(last_mail.problem, ''))`

/** Excludes entries such as "N/A" and "retired". */
export const companyName = sql`coalesce(c.name,
  CASE WHEN d.employer_how IN ('none', 'no_employer') THEN '' ELSE d.employer_text END)`

export const timeZone = sql`coalesce(c.time_zone, 'America/New_York')`

export const stepJoins = sql`LEFT JOIN platforms f ON f.id = j.csr_platform
  LEFT JOIN LATERAL (SELECT e.id, e.at, e.trace, e.terms, e.policy_version_id FROM evaluations e
    WHERE e.organization_id = d.organization_id AND e.donation_id = d.id ORDER BY e.id DESC LIMIT 1) evaluated ON true
  LEFT JOIN LATERAL (SELECT CASE WHEN n.covered_by IS NULL THEN n.state ELSE 'sent' END AS state, n.problem FROM notifications n
    WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.kind = 'initial'
      AND (n.status_id = d.status_id OR d.status_id IN (${sql.raw(afterInitialEmailStatusIds.join(', '))}))
    ORDER BY n.id DESC LIMIT 1) last_mail ON true`

export const stepFactsJson = sql`json_build_object('donor', json_build_object('email', p.email),
  'donation', json_build_object(${donationPairs}), 'mail', ${mailJson}, 'companyName', ${companyName},
  'policy', CASE WHEN j.id IS NOT NULL THEN json_build_object(${policyPairs}) END)`

/** `deadlineDay` is still a timestamp in the query result. */
export function withDeadlines<Facts extends StoredStepFacts>(
  facts: Facts,
  zone: string,
  now: Date,
): WithDeadlines<Facts> {
  const { deadlineDay: deadlineAt } = facts.donation
  const deadline = deadlineAt === null ? null : new Date(deadlineAt)
  const deadlineDay = deadline && dayAt(deadline, zone)
  const deadlinePassed = deadline !== null && deadline < now
  const laterDonationUntil = getLaterDonationUntil(facts, deadlineDay, now, zone)
  const giftDeadlines = listGiftDeadlines(facts, deadlineDay, now, zone)
  return { ...facts, donation: { ...facts.donation, deadlineDay, deadlinePassed, giftDeadlines, laterDonationUntil } }
}

function listGiftDeadlines(
  { donation, policy }: StoredStepFacts,
  deadlineDay: string | null,
  now: Date,
  zone: string,
): GiftDeadline[] {
  const terms = { deadlineRule: policy?.deadlineRule ?? null, timeZone: zone }
  const deadlines = donation.gifts
    .flatMap(({ day }) => {
      const deadline = deadlineOf(terms, day)
      return deadline ? [{ giftDay: day, lastDay: deadline.day, isPassed: deadline.at < now }] : []
    })
    .sort((a, b) => (a.lastDay < b.lastDay ? -1 : a.lastDay > b.lastDay ? 1 : 0))
  const [first] = deadlines
  // A rule that does not produce the stored deadline was changed since.
  const isConsistent = deadlines.length === donation.gifts.length && first?.lastDay === deadlineDay
  return isConsistent && deadlines.at(-1)?.lastDay !== first?.lastDay ? deadlines : []
}

/** Requires the same policy year and this gift's deadline. */
function getLaterDonationUntil(
  { donation, policy }: StoredStepFacts,
  deadlineDay: string | null,
  now: Date,
  zone: string,
): string | null {
  if (policy === null || policy.minimumPerGift || donation.inert) return null
  const yearEnd = policyYearOf(donation.day, policy.policyYearStart)?.lastDay ?? ''
  const lastDay = deadlineDay !== null && deadlineDay < yearEnd ? deadlineDay : yearEnd
  return (dayAt(now, zone) ?? '') <= lastDay ? lastDay : null
}
