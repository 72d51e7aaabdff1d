import { currency } from '@twofold/contract'
import {
  type AppliedTerms,
  dayAt,
  employmentIds,
  giftKindIds,
  pastFirstMailStatusIds,
  policyYearOf,
} from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { type Sql, type Statement, sql } from '../../../platform/database/sql.ts'

/** The policy version that the gift was evaluated by, with the figures that applied to this gift and donor in place of its own. */
const policyFacts = z.object({
  /** False: whether the company matches gifts is not known, or it does not. */
  matches: z.boolean(),
  method: z.enum(['csr', 'contact', 'form', 'mail']).nullable(),
  platform: z.string().nullable(),
  /** The platform's entry: its name, where employees of any company sign in, and how they ask; '' and empty where unknown. */
  platformName: z.string(),
  platformUrl: z.string(),
  platformSteps: z.array(z.string()),
  submissionUrl: z.string().nullable(),
  formUrl: z.string().nullable(),
  /** The company whose form lies here, to be filled in and signed; null: none does. */
  formOf: z.int().nullable(),
  formNeedsNonprofit: z.boolean(),
  contactEmail: z.string().nullable(),
  contactAddress: z.string().nullable(),
  /** By what part of the gift; empty: not known. */
  ratios: z.array(z.object({ ratio: z.string(), upToCents: z.int().nullable() })),
  minAmountCents: z.int().nullable(),
  minimumPerGift: z.boolean(),
  /** 'MM-DD' */
  policyYearStart: z.string(),
  maxPerGiftCents: z.int().nullable(),
  maxPerYearCents: z.int().nullable(),
  currency,
  sourceUrl: z.string(),
  /** `2026` or `2026-06`; '' where the source carries no date. */
  asOf: z.string(),
  /** The organization's own policy was laid over the company's. */
  isOwn: z.boolean(),
})
export type PolicyFacts = z.infer<typeof policyFacts>

/** All that a mail or the donor's page may tell about one match. Null or '' is unknown. Money in cents. */
const matchFacts = z.object({
  organization: z.object({
    id: z.int(),
    name: z.string(),
    language: z.string(),
    ein: z.string(),
    url: z.string(),
    mission: z.string(),
    contactName: z.string(),
    contactEmail: z.string(),
    /** In whose name donors are written to. */
    senderName: z.string(),
    /** Who gets what donors answer; '' where nobody is named. */
    replyTo: z.string(),
    /** An address of its own, or of its parent's, whose DNS lines are there; null: the product's is used. */
    ownSender: z.object({ organizationId: z.int(), address: z.string() }).nullable(),
    /** For the foot of a mail and for forms: street, city, state and zip, of the parent where a chapter has none. */
    addressLines: z.array(z.string()),
    /** Of the parent where a chapter has none. */
    logo: z.object({ organizationId: z.int(), name: z.string() }).nullable(),
  }),
  donor: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    /** What they read: their own language, else the organization's. */
    language: z.string(),
    /** Their own, from a file or their choice; '' where nobody knows it. */
    saidLanguage: z.string(),
  }),
  donation: z.object({
    id: z.int(),
    statusId: z.int(),
    amountCents: z.int(),
    currency,
    /** `YYYY-MM-DD` */
    day: z.string(),
    transactionId: z.string(),
    estimatedCents: z.int(),
    estimateIsCertain: z.boolean(),
    /** Last day to ask, in the company's zone, `YYYY-MM-DD`. */
    deadlineDay: z.string().nullable(),
    deadlinePassed: z.boolean(),
    reasonCode: z.string(),
    payment: z.enum(['none', 'expected', 'part_paid', 'paid', 'refused']),
    /** What the employer has paid; 0: nothing that is here. */
    paidCents: z.int(),
    /** The last day on which it paid, `YYYY-MM-DD`. */
    paidOn: z.string().nullable(),
    companyId: z.int().nullable(),
    /** As the donor or the file wrote it. */
    employerText: z.string(),
    /** What the donor is to the employer, as the file or the donor said; null: nobody did. */
    employment: z.enum(employmentIds).nullable(),
    /** Null: money. */
    giftKind: z.enum(giftKindIds).nullable(),
    inert: z.boolean(),
    silenced: z.boolean(),
    /** False for a deleted gift and for a part of a merged one. */
    counted: z.boolean(),
    /**
     * Small gifts or instalments that are asked for together, the earliest first: the amount is theirs, the day is one of
     * them's. None where it is one gift.
     */
    gifts: z.array(z.object({ day: z.string(), cents: z.int() })),
  }),
  /** Of first mails about this match in this status. */
  mail: z.object({
    /** Why this organization writes to the donor no more; null: nothing speaks against it. */
    suppressed: z.enum(['unsubscribed', 'bounced', 'complained']).nullable(),
    isWaiting: z.boolean(),
    lastState: z.string().nullable(),
    /** Why the last one was not sent, as a sentence. */
    lastProblem: z.string().nullable(),
  }),
  /** As in the directory, else as the donor wrote it; '' where nobody knows. */
  companyName: z.string(),
  companyKnown: z.boolean(),
  policy: policyFacts.nullable(),
  campaign: z.object({ name: z.string(), message: z.string() }).nullable(),
})
export type MatchFacts = z.infer<typeof matchFacts> & {
  readonly donation: {
    /** The last day on which another gift would be added to this one, where it is below the minimum; null: none is. */
    readonly laterDonationUntil: string | null
  }
}

/** SQL: what a mail tells of organization `o`, whose parent is `parent`. */
const organizationJson = sql`
      json_build_object(
        'id', o.id, 'name', o.name, 'language', o.language, 'ein', coalesce(nullif(o.ein, ''), parent.ein, ''),
        'url', coalesce(nullif(o.url, ''), parent.url, ''), 'mission', coalesce(nullif(o.mission, ''), parent.mission, ''),
        'contactName', coalesce(nullif(o.contact_name, ''), parent.contact_name, ''),
        'contactEmail', coalesce(nullif(o.contact_email, ''), parent.contact_email, ''),
        'senderName', coalesce(nullif(o.mail_sender_name, ''), nullif(parent.mail_sender_name, ''), o.name),
        'replyTo', coalesce(nullif(o.mail_reply_to, ''), nullif(parent.mail_reply_to, ''), nullif(o.contact_email, ''),
          parent.contact_email, ''),
        'ownSender', CASE
          WHEN o.mail_from_address <> '' THEN json_build_object('organizationId', o.id, 'address', o.mail_from_address)
          WHEN parent.mail_from_address <> '' THEN json_build_object('organizationId', parent.id, 'address', parent.mail_from_address) END,
        'addressLines', (SELECT array_remove(ARRAY[a.street, a.street2,
            concat_ws(', ', nullif(a.city, ''), nullif(concat_ws(' ', nullif(a.state, ''), nullif(a.zip, '')), ''))], '')
          FROM organizations a WHERE a.id = CASE WHEN o.street <> '' THEN o.id ELSE coalesce(o.parent_id, o.id) END),
        'logo', CASE WHEN o.file_logo <> '' THEN json_build_object('organizationId', o.id, 'name', o.file_logo)
          WHEN parent.file_logo <> '' THEN json_build_object('organizationId', parent.id, 'name', parent.file_logo) END)`

const organizationFactsRow = z.object({ organization: matchFacts.shape.organization, currency, timeZone: z.string() })

/** Of an organization that was checked. */
export async function getOrganizationFacts(db: Db, id: number): Promise<z.infer<typeof organizationFactsRow>> {
  const { rows } = await sql(organizationFactsRow)`
    SELECT ${organizationJson} AS organization, o.currency, o.time_zone AS "timeZone"
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id WHERE o.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${id} was checked and is gone`)
  return row
}

const matchFactsRow = z.object({ facts: matchFacts, time_zone: z.string() })
type MatchFactsRow = z.infer<typeof matchFactsRow>

/** SQL: what the last evaluation applied; of one that asked no policy, what the policy says to everybody. */
const applied = (term: keyof AppliedTerms, column: string) =>
  sql`CASE WHEN evaluated.terms IS NULL THEN v.${sql.raw(column)} ELSE (evaluated.terms ->> ${term})::bigint END`

type AskedMatch = { readonly organizationId: number; readonly donationId: number; readonly donorId: number }

type AskedOfDonor = Omit<AskedMatch, 'donorId'> & { readonly donorId?: number; readonly now: Date }

/** Null when the donation is gone or, where one was written to, belongs to another donor. */
export async function findMatchFacts(
  db: Db,
  { organizationId, donationId, donorId, now }: AskedOfDonor,
): Promise<MatchFacts | null> {
  const ofDonor = donorId === undefined ? sql`` : sql`AND d.donor_id = ${donorId}`
  const [facts] = await readMatchFacts(
    db,
    sql`d.organization_id = ${organizationId} AND d.id = ${donationId} ${ofDonor}`,
    now,
  )
  return facts ?? null
}

/** The statement that `findMatchFacts` asks, and how its row is read, for who asks for more in the same breath. */
export const matchFactsOf = (
  { organizationId, donationId }: Pick<AskedMatch, 'organizationId' | 'donationId'>,
  now: Date,
): { readonly of: Statement<MatchFactsRow>; readonly read: (row: MatchFactsRow) => MatchFacts } => ({
  of: matchFactsStatement(sql`d.organization_id = ${organizationId} AND d.id = ${donationId}`, now),
  read: (row) => readFacts(row, now),
})

/** Of many matches at once, in no order; matches that are gone, or another donor's now, are missing. */
export const listMatchFacts = (db: Db, matches: readonly AskedMatch[], now: Date): Promise<MatchFacts[]> =>
  readMatchFacts(
    db,
    sql`(d.organization_id, d.id, d.donor_id) IN (
      SELECT "organizationId", "donationId", "donorId" FROM ${recordset<AskedMatch>(askedTypes, matches)})`,
    now,
  )

/** Of the matches that these mails are about, in no order; where the gift has another donor now, it is missing. */
export function listFactsOfMails(
  db: Db,
  mails: readonly { readonly organizationId: number; readonly id: number }[],
  now: Date,
): Promise<MatchFacts[]> {
  const keys = mails.map(({ organizationId, id }) => ({ organization_id: organizationId, id }))
  const types = { organization_id: 'bigint', id: 'bigint' } as const
  return readMatchFacts(
    db,
    sql`true`,
    now,
    // First, and not among the conditions: the plan for any values went through all gifts.
    sql`(SELECT DISTINCT n.organization_id, n.donation_id, n.donor_id FROM ${recordset<(typeof keys)[number]>(types, keys)}
      JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id) told
    JOIN donations d ON d.organization_id = told.organization_id AND d.id = told.donation_id AND d.donor_id = told.donor_id`,
  )
}

const askedTypes = {
  organizationId: 'bigint',
  donationId: 'bigint',
  donorId: 'bigint',
} satisfies ColumnTypes<AskedMatch>

/** More than a year of weekly gifts. */
const giftsAtMost = 100

/** `asked` chooses among donations `d` of `source`. */
async function readMatchFacts(db: Db, asked: Sql, now: Date, source = sql`donations d`): Promise<MatchFacts[]> {
  const { rows } = await matchFactsStatement(asked, now, source).execute(db)
  return rows.map((row) => readFacts(row, now))
}

const matchFactsStatement = (asked: Sql, now: Date, source = sql`donations d`): Statement<MatchFactsRow> => sql.kept(
  matchFactsRow,
)`
    SELECT json_build_object(
      'organization', ${organizationJson},
      'donor', json_build_object('id', p.id, 'name', p.name, 'email', p.email,
        'language', coalesce(nullif(p.language, ''), o.language), 'saidLanguage', p.language),
      'donation', json_build_object(
        'id', d.id, 'statusId', d.status_id, 'amountCents', d.amount_cents, 'currency', d.currency,
        'day', to_char(d.donated_at, 'YYYY-MM-DD'), 'transactionId', coalesce(d.transaction_id, ''),
        'estimatedCents', d.estimated_cents, 'estimateIsCertain', d.estimate_is_certain,
        'deadlineDay', to_json(d.deadline_at) #>> '{}',
        'deadlinePassed', coalesce(d.deadline_at < ${now}::timestamptz, false), 'reasonCode', d.reason_code,
        'payment', d.payment_state, 'paidCents', coalesce(paid.cents, 0), 'paidOn', paid.paid_on,
        'companyId', d.company_id, 'employerText', d.employer_text,
        'employment', d.employment, 'giftKind', d.gift_kind,
        'inert', d.inert, 'silenced', d.silenced, 'counted', d.counted,
        'gifts', CASE WHEN d.own_cents IS NULL THEN '[]' ELSE (SELECT coalesce(json_agg(json_build_object('day', g.day, 'cents', g.cents)), '[]')
          FROM (SELECT * FROM gifts_of_match(d.organization_id, d.id) LIMIT ${giftsAtMost}) g) END),
      'mail', json_build_object(
        'suppressed', (SELECT s.reason FROM suppressions s
          WHERE s.organization_id = d.organization_id AND s.email_key = p.donor_key),
        'isWaiting', coalesce(last_mail.state IN ('queued', 'sending'), false),
        'lastState', last_mail.state, 'lastProblem', nullif(last_mail.problem, '')),
      -- "N/A" and "retired" are nobody's name
      'companyName', coalesce(c.name, CASE WHEN d.employer_how IN ('none', 'no_employer') THEN '' ELSE d.employer_text END), 'companyKnown', c.id IS NOT NULL,
      'policy', CASE WHEN v.id IS NOT NULL THEN json_build_object(
        'matches', v.program = 'yes', 'method', v.method, 'platform', v.csr_platform, 'platformName', coalesce(f.name, ''),
        'platformUrl', CASE WHEN f.employee_url LIKE '%COMPANY%' THEN '' ELSE coalesce(f.employee_url, '') END,
        'platformSteps', coalesce(f.employee_steps, '{}'), 'policyYearStart', v.policy_year_start, 'submissionUrl', v.submission_url, 'formUrl', v.form_url,
        'formOf', (SELECT h.company_id FROM company_forms h WHERE h.company_id = v.company_id AND v.method = 'form'),
        'formNeedsNonprofit', v.form_needs_nonprofit,
        'contactEmail', v.contact_email, 'contactAddress', v.contact_address,
        'ratios', CASE WHEN evaluated.terms IS NOT NULL THEN evaluated.terms -> 'steps'
          WHEN v.ratio IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('ratio', v.ratio, 'upToCents', NULL)) END,
        'minAmountCents', ${applied('minCents', 'min_amount_cents')}, 'minimumPerGift', v.minimum_per_gift,
        'maxPerGiftCents', nullif(${applied('maxPerGiftCents', 'max_per_gift_cents')}, 0),
        'maxPerYearCents', nullif(${applied('maxPerYearCents', 'max_per_year_cents')}, 0),
        'currency', v.currency, 'sourceUrl', v.source_url,
        'asOf', v.as_of, 'isOwn', coalesce(evaluated.terms ? 'ownPolicyId', false)) END,
      'campaign', CASE WHEN (k.campaign).id IS NOT NULL THEN json_build_object('name', (k.campaign).name, 'message', (k.campaign).message) END
    ) AS facts, coalesce(c.time_zone, 'America/New_York') AS time_zone
    FROM ${source}
    JOIN organizations o ON o.id = d.organization_id
    LEFT JOIN organizations parent ON parent.id = o.parent_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN policies v ON v.id = d.policy_version_id
    LEFT JOIN platforms f ON f.id = v.csr_platform
    LEFT JOIN LATERAL (SELECT * FROM employer_paid(d.organization_id, d.id)
      WHERE d.payment_state IN ('part_paid', 'paid')) paid ON true
    LEFT JOIN LATERAL (SELECT e.terms FROM evaluations e
      WHERE e.organization_id = d.organization_id AND e.donation_id = d.id ORDER BY e.id DESC LIMIT 1) evaluated ON true
    LEFT JOIN LATERAL (SELECT n.state, n.problem FROM notifications n
      WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.kind = 'initial'
        AND (n.status_id = d.status_id OR d.status_id = ANY (${[...pastFirstMailStatusIds]}::smallint[]))
      ORDER BY n.id DESC LIMIT 1) last_mail ON true
    -- a deleted one says nothing to donors any more
    LEFT JOIN LATERAL (SELECT campaign FROM campaign_of(d.organization_id, d.campaign_id)
      WHERE (campaign).deleted_at IS NULL) k ON true
    WHERE ${asked}`

function readFacts({ facts, time_zone: zone }: MatchFactsRow, now: Date): MatchFacts {
  const { deadlineDay: deadlineAt } = facts.donation // still the instant
  const deadlineDay = deadlineAt && dayAt(new Date(deadlineAt), zone)
  const laterDonationUntil = joinsUntil(facts, deadlineDay, dayAt(now, zone) ?? '')
  return { ...facts, donation: { ...facts.donation, deadlineDay, laterDonationUntil } }
}

/** As the rules merge: within the policy's year and this gift's deadline. */
function joinsUntil({ donation, policy }: z.infer<typeof matchFacts>, deadlineDay: string | null, today: string) {
  if (policy === null || policy.minimumPerGift || donation.inert) return null
  const yearEnd = policyYearOf(donation.day, policy.policyYearStart)?.lastDay ?? ''
  const last = deadlineDay !== null && deadlineDay < yearEnd ? deadlineDay : yearEnd
  return today <= last ? last : null
}
