import { currency } from '@twofold/contract'
import type { AppliedTerms } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import {
  companyName,
  donationPairs,
  hasEmails,
  mailJson,
  policyPairs,
  stepFacts,
  stepJoins,
  stepPolicy,
  timeZone,
  type WithDeadlines,
  withDeadlines,
} from './step-facts.queries.ts'

const policyFacts = stepPolicy.extend({
  platform: z.string().nullable(),
  platformSteps: z.array(z.string()),
  /** The company whose form is stored here. Null: none. */
  formOf: z.int().nullable(),
  formNeedsNonprofit: z.boolean(),
  eligibleEmployees: z.array(z.string()),
  minAmountCents: z.int().nullable(),
  maxPerGiftCents: z.int().nullable(),
  maxPerYearCents: z.int().nullable(),
  currency,
  sourceUrl: z.string(),
  /** `2026` or `2026-06`; '' if the source has no date. */
  asOf: z.string(),
})
export type PolicyFacts = z.infer<typeof policyFacts>

/** Null or '' means unknown. Money is in cents. */
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
    senderName: z.string(),
    /** Donors reply to this address. */
    replyTo: z.string(),
    /** Null: the product's address is used. */
    ownSender: z.object({ organizationId: z.int(), address: z.string() }).nullable(),
    /** The parent's if the chapter has none. */
    addressLines: z.array(z.string()),
    /** The parent's if the chapter has none. */
    logo: z.object({ organizationId: z.int(), name: z.string() }).nullable(),
  }),
  donor: stepFacts.shape.donor.extend({
    id: z.int(),
    name: z.string(),
    language: z.string(),
    /** A file or the donor's choice states it; '' if unknown. */
    chosenLanguage: z.string(),
  }),
  donation: stepFacts.shape.donation.extend({
    id: z.int(),
    amountCents: z.int(),
    currency,
    transactionId: z.string(),
    estimatedCents: z.int(),
    estimateIsCertain: z.boolean(),
    paidCents: z.int(),
    paidOn: z.string().nullable(),
    companyId: z.int().nullable(),
    counted: z.boolean(),
  }),
  mail: stepFacts.shape.mail,
  companyName: stepFacts.shape.companyName,
  companyKnown: z.boolean(),
  policy: policyFacts.nullable(),
  campaign: z.object({ name: z.string(), message: z.string() }).nullable(),
})
export type MatchFacts = WithDeadlines<z.infer<typeof matchFacts>>

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

export async function getOrganizationFacts(db: Db, id: number): Promise<z.infer<typeof organizationFactsRow>> {
  const row = await sql(organizationFactsRow)`
    SELECT ${organizationJson} AS organization, o.currency, o.time_zone AS "timeZone"
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id WHERE o.id = ${id}`.first(db)
  if (!row) throw new Error(`organization ${id} no longer exists`)
  return row
}

/** A public page sent it, and its donor has not confirmed it. */
export const isUnconfirmed = ({ donation }: { readonly donation: { readonly reasonCode: string } }): boolean =>
  donation.reasonCode === 'unconfirmed_request'

const matchFactsRow = z.object({ facts: matchFacts, time_zone: z.string() })

/** SQL: of the last evaluation, or else the general terms of the policy. */
const appliedTerm = (term: keyof AppliedTerms, column: string) =>
  sql`CASE WHEN evaluated.terms IS NULL THEN j.${sql.raw(column)} ELSE (evaluated.terms ->> ${term})::bigint END`

type MatchKey = { readonly organizationId: number; readonly donationId: number; readonly donorId: number }

type MatchQuery = Omit<MatchKey, 'donorId'> & { readonly donorId?: number; readonly now: Date }

/** Null if the donation does not exist or belongs to a donor other than `donorId`. */
export async function findMatchFacts(
  db: Db,
  { organizationId, donationId, donorId, now }: MatchQuery,
): Promise<MatchFacts | null> {
  const donorFilter = donorId === undefined ? sql`` : sql`AND d.donor_id = ${donorId}`
  const [facts] = await readMatchFacts(
    db,
    sql`d.organization_id = ${organizationId} AND d.id = ${donationId} ${donorFilter}`,
    now,
  )
  return facts ?? null
}

/** A gift of the organization or its chapters, for staff. @throws Refusal not_found */
export async function getMatchFacts(db: Db, { family }: Tenant, donationId: number, now: Date): Promise<MatchFacts> {
  const familyFilter = sql`d.organization_id = ANY (${[...family]}::bigint[]) AND d.id = ${donationId} AND d.deleted_at IS NULL`
  const [facts] = await readMatchFacts(db, familyFilter, now)
  if (!facts) throw notFound()
  return facts
}

/** The order is undefined. Deleted matches and matches with another donor are missing. */
export const listMatchFacts = (db: Db, matches: readonly MatchKey[], now: Date): Promise<MatchFacts[]> =>
  readMatchFacts(
    db,
    sql`(d.organization_id, d.id, d.donor_id) IN (
      SELECT "organizationId", "donationId", "donorId" FROM ${recordset<MatchKey>(matchKeyTypes, matches)})`,
    now,
  )

const matchKeyTypes = {
  organizationId: 'bigint',
  donationId: 'bigint',
  donorId: 'bigint',
} satisfies ColumnTypes<MatchKey>

/** `filter` selects donations `d`. */
async function readMatchFacts(db: Db, filter: Sql, now: Date): Promise<MatchFacts[]> {
  const rows = await sql.prepared(matchFactsRow)`
    SELECT json_build_object(
      'organization', ${organizationJson},
      'donor', json_build_object('id', p.id, 'name', p.name, 'email', p.email,
        'language', coalesce(nullif(p.language, ''), o.language), 'chosenLanguage', p.language),
      'donation', json_build_object(
        ${donationPairs},
        'id', d.id, 'amountCents', d.amount_cents, 'currency', d.currency, 'transactionId', coalesce(d.transaction_id, ''),
        'estimatedCents', d.estimated_cents, 'estimateIsCertain', d.estimate_is_certain,
        'paidCents', coalesce(paid.cents, 0), 'paidOn', paid.paid_on, 'companyId', d.company_id, 'counted', ${hasEmails}),
      'mail', ${mailJson},
      'companyName', ${companyName}, 'companyKnown', c.id IS NOT NULL,
      'policy', CASE WHEN j.id IS NOT NULL THEN json_build_object(
        ${policyPairs}, 'platform', j.csr_platform, 'platformSteps', coalesce(f.employee_steps, '{}'),
        'formOf', (SELECT h.company_id FROM company_forms h WHERE h.company_id = j.company_id AND j.method = 'form'),
        'formNeedsNonprofit', j.form_needs_nonprofit, 'eligibleEmployees', j.eligible_employees, 'minAmountCents', ${appliedTerm('minCents', 'min_amount_cents')},
        'maxPerGiftCents', nullif(${appliedTerm('maxPerGiftCents', 'max_per_gift_cents')}, 0),
        'maxPerYearCents', nullif(${appliedTerm('maxPerYearCents', 'max_per_year_cents')}, 0),
        'currency', j.currency, 'sourceUrl', j.source_url, 'asOf', j.as_of) END,
      'campaign', CASE WHEN (k.campaign).id IS NOT NULL THEN json_build_object('name', (k.campaign).name, 'message', (k.campaign).message) END
    ) AS facts, ${timeZone} AS time_zone
    FROM donations d
    JOIN organizations o ON o.id = d.organization_id
    LEFT JOIN organizations parent ON parent.id = o.parent_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN policies j ON j.id = d.policy_version_id
    ${stepJoins}
    LEFT JOIN LATERAL (SELECT * FROM employer_paid(d.organization_id, d.id)
      WHERE d.payment_state IN ('part_paid', 'paid')) paid ON true
    -- deleted campaigns are not shown to donors
    LEFT JOIN LATERAL (SELECT campaign FROM campaign_of(d.organization_id, d.campaign_id)
      WHERE (campaign).deleted_at IS NULL) k ON true
    WHERE ${filter}`.rows(db)
  return rows.map(({ facts, time_zone }) => withDeadlines(facts, time_zone, now))
}
