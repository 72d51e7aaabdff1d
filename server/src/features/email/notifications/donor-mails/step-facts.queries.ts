import { suppressions } from '@twofold/contract'
import { dayAt, deadlineOf, employmentIds, giftKindIds, pastFirstMailStatusIds, policyYearOf } from '@twofold/matching'
import { z } from 'zod'
import { sql } from '../../../../platform/database/sql.ts'
import { suppressionOf } from '../mailbox.queries.ts'

/** SQL: match `d` has emails of its own: it was not deleted or combined with another. An unconfirmed request has one. */
export const hasEmails = sql`(d.merged_into_id IS NULL AND d.deleted_at IS NULL)`

/** Of the policy version that the gift was evaluated by, with the figures that applied to this gift and donor in place of its own. */
export const stepPolicy = z.object({
  /** False: whether the company matches gifts is not known, or it does not. */
  matches: z.boolean(),
  method: z.enum(['csr', 'contact', 'form', 'mail']).nullable(),
  /** The platform's entry: its name, and where employees of any company sign in; '' where unknown. */
  platformName: z.string(),
  platformUrl: z.string(),
  submissionUrl: z.string().nullable(),
  formUrl: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactAddress: z.string().nullable(),
  /** By what part of the gift; empty: not known. */
  ratios: z.array(z.object({ ratio: z.string(), upToCents: z.int().nullable() })),
  minimumPerGift: z.boolean(),
  /** The rule that set the deadline of the match; null: unknown. */
  deadlineRule: z.string().nullable(),
  /** 'MM-DD' */
  policyYearStart: z.string(),
  /** The organization's own policy was laid over the company's. */
  isOwn: z.boolean(),
})

/** What the staff's next steps are told from; mails and donors' pages know more (`matchFacts`). Null or '' is unknown. */
export const stepFacts = z.object({
  donor: z.object({ email: z.string() }),
  donation: z.object({
    statusId: z.int(),
    /** `YYYY-MM-DD` */
    day: z.string(),
    /** Last day to ask, in the company's zone, `YYYY-MM-DD`. */
    deadlineDay: z.string().nullable(),
    reasonCode: z.string(),
    payment: z.enum(['none', 'expected', 'part_paid', 'paid', 'refused']),
    /** As the donor or the file wrote it. */
    employerText: z.string(),
    /** What the donor is to the employer, as the file or the donor said; null: nobody did. */
    employment: z.enum(employmentIds).nullable(),
    /** Null: money. */
    giftKind: z.enum(giftKindIds).nullable(),
    inert: z.boolean(),
    isOrganizationClosed: z.boolean(),
    silenced: z.boolean(),
    /**
     * Small gifts or instalments that are asked for together, the earliest first: the amount is theirs, the day is one of
     * them's. None where it is one gift.
     */
    gifts: z.array(z.object({ day: z.string(), cents: z.int() })),
  }),
  /** Of first mails about this match in this status. */
  mail: z.object({
    /** Why this organization writes to the donor no more; null: nothing speaks against it. */
    suppressed: suppressions.suppressionReason.nullable(),
    isWaiting: z.boolean(),
    lastState: z.string().nullable(),
    /** Why the last one was not sent, as a sentence. */
    lastProblem: z.string().nullable(),
  }),
  /** As in the directory, else as the donor wrote it; '' where nobody knows. */
  companyName: z.string(),
  policy: stepPolicy.nullable(),
})
type Told = z.infer<typeof stepFacts>

/** Days as `YYYY-MM-DD`, the last one in the company's zone. */
export type GiftDeadline = { readonly giftDay: string; readonly lastDay: string; readonly isPassed: boolean }

/** With what follows from the facts. */
export type Reckoned<Facts extends Told> = Facts & {
  readonly donation: {
    readonly deadlinePassed: boolean
    /** The last day of each gift of the match, the earliest first. Empty where one day holds for all. */
    readonly giftDeadlines: readonly GiftDeadline[]
    /** The last day on which another gift would be added to this one, where it is below the minimum; null: none is. */
    readonly laterDonationUntil: string | null
  }
}
export type StepFacts = Reckoned<Told>

// SQL, of donation `d`, its donor `p`, company `c`, policy version `j` and what `stepJoins` joins to them.

/** More than a year of weekly gifts. */
const giftsAtMost = 100

export const donationPairs = sql`'statusId', d.status_id, 'day', to_char(d.donated_at, 'YYYY-MM-DD'),
  'deadlineDay', to_json(d.deadline_at) #>> '{}', 'reasonCode', d.reason_code, 'payment', d.payment_state, 'employerText', d.employer_text, 'employment', d.employment,
  'giftKind', d.gift_kind, 'inert', d.inert,
  'isOrganizationClosed', EXISTS (SELECT FROM organizations home
    WHERE home.id = d.organization_id AND (home.rule_deactivated OR home.cancelled_at IS NOT NULL)),
  'silenced', d.silenced,
  'gifts', CASE WHEN d.own_cents IS NULL THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object('day', g.day, 'cents', g.cents)), '[]')
    FROM (SELECT * FROM gifts_of_match(d.organization_id, d.id) LIMIT ${sql.raw(String(giftsAtMost))}) g) END`

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

/** "N/A" and "retired" are nobody's name. */
export const companyName = sql`coalesce(c.name,
  CASE WHEN d.employer_how IN ('none', 'no_employer') THEN '' ELSE d.employer_text END)`

export const timeZone = sql`coalesce(c.time_zone, 'America/New_York')`

/** The platform, the last evaluation and the last first mail. */
export const stepJoins = sql`LEFT JOIN platforms f ON f.id = j.csr_platform
  LEFT JOIN LATERAL (SELECT e.id, e.at, e.trace, e.terms, e.policy_version_id FROM evaluations e
    WHERE e.organization_id = d.organization_id AND e.donation_id = d.id ORDER BY e.id DESC LIMIT 1) evaluated ON true
  LEFT JOIN LATERAL (SELECT n.state, n.problem FROM notifications n
    WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.kind = 'initial'
      AND (n.status_id = d.status_id OR d.status_id IN (${sql.raw(pastFirstMailStatusIds.join(', '))}))
    ORDER BY n.id DESC LIMIT 1) last_mail ON true`

/** `stepFacts` as one value. */
export const stepFactsJson = sql`json_build_object('donor', json_build_object('email', p.email),
  'donation', json_build_object(${donationPairs}), 'mail', ${mailJson}, 'companyName', ${companyName},
  'policy', CASE WHEN j.id IS NOT NULL THEN json_build_object(${policyPairs}) END)`

/** Facts as a statement answers them: what is to be the deadline's day is still its instant. */
export function reckoned<Facts extends Told>(facts: Facts, zone: string, now: Date): Reckoned<Facts> {
  const { deadlineDay: deadlineAt } = facts.donation
  const deadline = deadlineAt === null ? null : new Date(deadlineAt)
  const deadlineDay = deadline && dayAt(deadline, zone)
  const deadlinePassed = deadline !== null && deadline < now
  const laterDonationUntil = joinsUntil(facts, deadlineDay, now, zone)
  const giftDeadlines = deadlinesOfGifts(facts, deadlineDay, now, zone)
  return { ...facts, donation: { ...facts.donation, deadlineDay, deadlinePassed, giftDeadlines, laterDonationUntil } }
}

function deadlinesOfGifts(
  { donation, policy }: Told,
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
  // A rule that does not explain the stored deadline was changed since.
  const isExplained = deadlines.length === donation.gifts.length && first?.lastDay === deadlineDay
  return isExplained && deadlines.at(-1)?.lastDay !== first?.lastDay ? deadlines : []
}

/** As the rules merge: within the policy's year and this gift's deadline. */
function joinsUntil({ donation, policy }: Told, deadlineDay: string | null, now: Date, zone: string): string | null {
  if (policy === null || policy.minimumPerGift || donation.inert) return null
  const yearEnd = policyYearOf(donation.day, policy.policyYearStart)?.lastDay ?? ''
  const last = deadlineDay !== null && deadlineDay < yearEnd ? deadlineDay : yearEnd
  return (dayAt(now, zone) ?? '') <= last ? last : null
}
