import { donors, statusId } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { actionDeadlineDay } from '../../matches/deadlines/index.ts'
import { donorFacts, donorFactsRow, firstGift } from './list.queries.ts'

/** Limits for donors with data created by scripts. */

const rowsAtMost = 200
const wordsAtMost = 100

const { employers, mails, answers, events } = donors.donorDetail.shape

const donorRow = donorFactsRow.extend({
  organization_name: z.string(),
  phone: z.string(),
  street: z.string(),
  street2: z.string(),
  zip: z.string(),
  country: z.string(),
  version: z.int(),
  created_at: z.string(),
  erased_at: z.string().nullable(),
  merged_into_id: z.int().nullable(),
  fewer_mails_since: z.string().nullable(),
  first_gift: z.string().nullable(),
  former_addresses: z.array(z.string()),
})
export type DonorFacts = z.infer<typeof donorRow>

export async function findDonorFacts(db: Db, { organizationId }: Tenant, id: number): Promise<DonorFacts | null> {
  return sql(donorRow)`
    SELECT ${donorFacts}, o.name AS organization_name, p.phone, p.street, p.street2, p.zip, p.country, p.version,
      to_json(p.created_at) #>> '{}' AS created_at, to_json(p.erased_at) #>> '{}' AS erased_at, p.merged_into_id,
      to_json(p.fewer_mails_at) #>> '{}' AS fewer_mails_since,
      ${firstGift} AS first_gift,
      ARRAY(SELECT f.email FROM donors f
        WHERE f.organization_id = p.organization_id AND f.merged_into_id = p.id AND f.email <> ''
        ORDER BY f.email LIMIT ${wordsAtMost}) AS former_addresses
    FROM donors p JOIN organizations o ON o.id = p.organization_id
    WHERE p.organization_id = ${organizationId} AND p.id = ${id}`.first(db)
}

type DonorReference = { readonly organizationId: number; readonly id: number }

const giftRow = z.object({
  id: z.int(),
  donated_at: z.string(),
  amount_cents: z.int(),
  own_cents: z.int(),
  currency: donors.donorDetail.shape.gifts.element.shape.currency,
  company_name: z.string(),
  status_id: statusId,
  matched_cents: z.int(),
  matched_is_certain: z.boolean(),
  deadline_day: z.string().nullable(),
  merged_into_id: z.int().nullable(),
  is_part: z.boolean(),
})
export type GiftRow = z.infer<typeof giftRow>

export async function listGiftsOfDonor(db: Db, { organizationId, id }: DonorReference): Promise<GiftRow[]> {
  return sql(giftRow)`
    SELECT d.id, d.donated_at, d.amount_cents, coalesce(d.own_cents, d.amount_cents) AS own_cents, d.currency,
      coalesce(c.name, d.employer_text) AS company_name,
      d.status_id, d.estimated_cents AS matched_cents, d.estimate_is_certain AS matched_is_certain,
      ${actionDeadlineDay} AS deadline_day,
      (SELECT w.id FROM donations w WHERE w.organization_id = ANY (tenant_organizations()) AND w.id = d.merged_into_id)
        AS merged_into_id,
      d.merged_into_id IS NOT NULL AS is_part
    FROM donations d JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND d.deleted_at IS NULL
    ORDER BY d.donated_at DESC, d.id DESC LIMIT ${rowsAtMost}`.rows(db)
}

const employerRow = employers.element

/** The newest gift's history shows who set the employer. */
export async function listEmployersOfDonor(
  db: Db,
  { organizationId, id }: DonorReference,
): Promise<z.infer<typeof employerRow>[]> {
  return sql(employerRow)`
    WITH named AS (
      SELECT DISTINCT ON (coalesce('c' || d.company_id, lower(d.employer_text))) d.id, d.company_id, d.employer_text,
        d.employer_how, d.employer_confidence, d.donated_at, d.import_id
      FROM donations d
      WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND d.deleted_at IS NULL
        AND (d.company_id IS NOT NULL OR d.employer_text <> '')
      ORDER BY coalesce('c' || d.company_id, lower(d.employer_text)), d.donated_at DESC, d.id DESC)
    SELECT d.company_id, coalesce(c.name, d.employer_text) AS name, d.employer_how AS how, d.employer_confidence AS confidence,
      d.id AS donation_id, d.donated_at, i.file_name,
      (SELECT json_build_object('actor', e.actor, 'user_name', u.name, 'at', e.at)
       FROM donation_events e LEFT JOIN users u ON u.id = e.user_id
       WHERE e.organization_id = ${organizationId} AND e.donation_id = d.id AND e.changes @> '[{"field": "company"}]'
       ORDER BY e.id DESC LIMIT 1) AS told_by
    FROM named d LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN imports i ON i.organization_id = ${organizationId} AND i.id = d.import_id
    ORDER BY d.donated_at DESC, d.id DESC LIMIT ${wordsAtMost}`.rows(db)
}

const mailRow = mails.element

export async function listMailsOfDonor(
  db: Db,
  { organizationId, id }: DonorReference,
): Promise<z.infer<typeof mailRow>[]> {
  return sql(mailRow)`
    SELECT n.id, n.donation_id, n.kind, n.subject, n.recipient, n.state, n.problem,
      to_json(n.send_at) #>> '{}' AS send_at, to_json(n.sent_at) #>> '{}' AS sent_at,
      to_json(n.first_open) #>> '{}' AS first_open, to_json(n.first_click) #>> '{}' AS first_click, n.bounced
    FROM donations d
    JOIN notifications n ON n.organization_id = d.organization_id AND n.donation_id = d.id
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND d.deleted_at IS NULL
    ORDER BY coalesce(n.sent_at, n.send_at) DESC, n.id DESC LIMIT ${rowsAtMost}`.rows(db)
}

const answerRow = answers.element

export async function listAnswersOfDonor(
  db: Db,
  { organizationId, id }: DonorReference,
): Promise<z.infer<typeof answerRow>[]> {
  return sql(answerRow)`
    SELECT e.donation_id, to_json(e.at) #>> '{}' AS at, e.action, e.to_status_id, e.changes, e.why
    FROM donations d
    JOIN donation_events e ON e.organization_id = d.organization_id AND e.donation_id = d.id AND e.actor = 'donor'
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND d.deleted_at IS NULL
    ORDER BY e.id DESC LIMIT ${wordsAtMost}`.rows(db)
}

const eventRow = events.element

export async function listEventsOfDonor(
  db: Db,
  { organizationId, id }: DonorReference,
): Promise<z.infer<typeof eventRow>[]> {
  return sql(eventRow)`
    SELECT to_json(e.at) #>> '{}' AS at, e.action, e.changes, u.name AS user_name
    FROM donor_events e LEFT JOIN users u ON u.id = e.user_id
    WHERE e.organization_id = ${organizationId} AND e.donor_id = ${id}
    ORDER BY e.id DESC LIMIT ${wordsAtMost}`.rows(db)
}

const samePersonRow = z.object({ id: z.int(), organization_id: z.int(), organization_name: z.string(), gifts: z.int() })

export async function listSamePerson(
  db: Db,
  { organizationId, family }: Tenant,
  id: number,
): Promise<z.infer<typeof samePersonRow>[]> {
  return sql(samePersonRow)`
    SELECT same.id, same.organization_id, o.name AS organization_name,
      (SELECT count(*) FROM donations d WHERE d.organization_id = same.organization_id AND d.donor_id = same.id
        AND d.deleted_at IS NULL AND NOT d.unconfirmed) AS gifts
    FROM donors p
    JOIN donors same ON same.organization_id = ANY (${[...family]}::bigint[]) AND same.donor_key = p.donor_key
      AND same.organization_id <> p.organization_id AND same.merged_into_id IS NULL AND same.erased_at IS NULL
    JOIN organizations o ON o.id = same.organization_id
    WHERE p.organization_id = ${organizationId} AND p.id = ${id} AND p.email <> ''
    ORDER BY o.name, same.id LIMIT ${wordsAtMost}`.rows(db)
}
