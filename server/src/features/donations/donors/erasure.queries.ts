import { reportFiles } from '@twofold/contract'
import { awaitingRequestStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { personalReasons } from '../../email/suppressions/index.ts'
import { withSumDeltas } from '../../matches/sums/index.ts'

/** Add every new column that may contain a donor's text; a test checks this. */

export type ErasureTarget = {
  readonly organizationId: number
  readonly id: number
  readonly formerIds: readonly number[]
  readonly addresses: readonly string[]
  /** PostgreSQL pattern for names, addresses, and phone number; '' matches nothing. */
  readonly pattern: string
  /** Uploads, webhooks, and bulk changes belong to the organization that made them. */
  readonly family: readonly number[]
}

const formerRow = z.object({ id: z.int(), donor_key: z.string(), name: z.string(), email: z.string() })

export async function listFormerRows(db: Db, organizationId: number, id: number): Promise<z.infer<typeof formerRow>[]> {
  return sql(formerRow)`
    SELECT id, donor_key, name, email FROM donors WHERE organization_id = ${organizationId} AND merged_into_id = ${id}
    ORDER BY id FOR UPDATE`.rows(db)
}

const sharedRow = z.object({ email: z.string() })

export async function listSharedAddresses(db: Db, organizationId: number, ids: readonly number[]): Promise<string[]> {
  return sql(sharedRow)`
    SELECT p.email FROM donors p CROSS JOIN LATERAL (SELECT CASE WHEN p.mailbox IS NULL THEN p.donor_key ELSE p.mailbox END AS key) own
    WHERE p.organization_id = ${organizationId} AND p.id = ANY (${[...ids]}::bigint[]) AND p.email <> ''
      AND EXISTS (SELECT FROM donors o WHERE o.organization_id = p.organization_id AND o.id <> ALL (${[...ids]}::bigint[])
        AND (o.donor_key = own.key OR o.mailbox = own.key))`.column(db, 'email')
}

const nameRow = z.object({ name: z.string() })
/** A row is usually renamed once or twice. */
const namesAtMost = 50

export async function listFormerNames(db: Db, organizationId: number, ids: readonly number[]): Promise<string[]> {
  return sql(nameRow)`
    SELECT DISTINCT coalesce(c.change ->> 'from', '') AS name
    FROM donor_events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c (change)
    WHERE e.organization_id = ${organizationId} AND e.donor_id = ANY (${[...ids]}::bigint[]) AND e.action = 'changed'
      AND c.change ->> 'field' = 'name'
    LIMIT ${namesAtMost}`.column(db, 'name')
}

const countsRow = z.object({
  gifts: z.int(),
  open_matches: z.int(),
  mails: z.int(),
  waiting_mails: z.int(),
  notes: z.int(),
  history: z.int(),
  rejected_rows: z.int(),
})

const containsPerson = (text: string, pattern: string) => sql`${pattern} <> '' AND (
  array_to_string(ARRAY(SELECT jsonb_array_elements_text(${sql.ref(text)})), ' ') ~* ${pattern}
  OR EXISTS (SELECT FROM jsonb_array_elements_text(${sql.ref(text)}) AS cell (word) WHERE cell.word ~* ${pattern}))`

export async function countErasure(
  db: Db,
  donor: Omit<ErasureTarget, 'addresses'>,
): Promise<z.infer<typeof countsRow>> {
  const { organizationId, id, family, pattern } = donor
  const isOfDonor = sql`d.organization_id = ${organizationId} AND d.donor_id = ${id}`
  const joinedWith = (table: string) =>
    sql`donations d JOIN ${sql.ref(table)} x ON x.organization_id = d.organization_id AND x.donation_id = d.id`
  const row = await sql(countsRow)`
    SELECT
      (SELECT count(*) FROM donations d WHERE ${isOfDonor} AND d.deleted_at IS NULL) AS gifts,
      (SELECT count(*) FROM donations d
        WHERE ${isOfDonor} AND d.counted AND d.status_id = ANY (${[...awaitingRequestStatusIds]}::smallint[])) AS open_matches,
      (SELECT count(*) FROM ${joinedWith('notifications')} WHERE ${isOfDonor} AND x.state <> 'queued') AS mails,
      (SELECT count(*) FROM ${joinedWith('notifications')} WHERE ${isOfDonor} AND x.state = 'queued') AS waiting_mails,
      (SELECT count(*) FROM ${joinedWith('match_notes')} WHERE ${isOfDonor} AND x.removed_at IS NULL) AS notes,
      (SELECT count(*) FROM ${joinedWith('donation_events')} WHERE ${isOfDonor})
        + (SELECT count(*) FROM donor_events e WHERE e.organization_id = ${organizationId} AND e.donor_id = ${id}) AS history,
      (SELECT count(*) FROM import_rejects
        WHERE organization_id = ANY (${[...family]}::bigint[])
          AND ${containsPerson('cells', pattern)}) AS rejected_rows`.first(db)
  if (!row) throw new Error('the count returned no row')
  return row
}

const erasedMail = 'The data of this person was erased.'

const mailRow = z.object({ message_id: z.string() })
const sendingRow = z.object({ sending: z.int() })

export async function cancelQueuedEmails(db: Db, { organizationId, id }: ErasureTarget): Promise<number> {
  await sql`
    UPDATE notifications n SET state = 'skipped', problem = ${erasedMail}, held_at = NULL, held_because = NULL FROM donations d
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND n.organization_id = d.organization_id
      AND n.donation_id = d.id AND n.state = 'queued'`.execute(db)
  return sql(sendingRow)`
    SELECT count(*) AS sending FROM donations d
    JOIN notifications n ON n.organization_id = d.organization_id AND n.donation_id = d.id AND n.state = 'sending'
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id}`.value(db, 'sending', 0)
}

export async function eraseEmails(db: Db, { organizationId, id, addresses }: ErasureTarget): Promise<number> {
  const rows = await sql(mailRow)`
    UPDATE notifications n SET recipient = '', subject = '', problem = CASE n.problem WHEN ${erasedMail} THEN n.problem END
    FROM donations d
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND n.organization_id = d.organization_id
      AND n.donation_id = d.id RETURNING n.message_id`.rows(db)
  const accountMails = await sql(mailRow)`
    DELETE FROM account_mails WHERE kind IN ('donor-link', 'donor-handover', 'donor-data')
      AND lower(recipient) = ANY (${[...addresses]}::text[]) RETURNING message_id`.execute(db)
  // Emails about a gift that now has another donor were sent to this one.
  const former = await sql(mailRow)`
    UPDATE notifications SET recipient = '', subject = '' WHERE organization_id = ${organizationId} AND donor_id = ${id}
      AND state = 'sent' AND recipient <> '' RETURNING message_id`.execute(db)
  const ids = [...rows, ...former.rows, ...accountMails.rows].map(({ message_id }) => message_id)
  await sql`
    DELETE FROM sent_mails s USING donations d, notifications n
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND n.organization_id = d.organization_id
      AND n.donation_id = d.id AND s.organization_id = n.organization_id AND s.notification_id = n.id`.execute(db)
  await sql`
    DELETE FROM sent_mails s USING notifications n
    WHERE n.organization_id = ${organizationId} AND n.donor_id = ${id} AND n.state = 'sent'
      AND s.organization_id = n.organization_id AND s.notification_id = n.id`.execute(db)
  await sql`DELETE FROM stored_mails WHERE split_part(message_id, '@', 1) = ANY (${ids}::text[])`.execute(db)
  return rows.length
}

/** Amount, day, company, status, and the identifying digest stay. */
export async function eraseGifts(db: Db, { organizationId, id }: ErasureTarget): Promise<void> {
  await withSumDeltas(sql`
    UPDATE donations d SET transaction_id = NULL, employer_text = '', silenced = true, version = d.version + 1,
      recurring_id = CASE WHEN d.recurring_id IS NOT NULL THEN 'erased-' || series.first_id END,
      -- The campaign name is the organization's data as soon as another donor's gift contains it, too.
      custom = CASE WHEN d.campaign_key IS NOT NULL AND EXISTS (SELECT FROM donations o
          WHERE o.organization_id = d.organization_id AND o.campaign_key = d.campaign_key AND o.donor_id <> d.donor_id)
        THEN jsonb_build_object('campaign', d.custom -> 'campaign') ELSE '{}' END
    FROM (SELECT id, min(id) OVER (PARTITION BY recurring_id) AS first_id FROM donations
      WHERE organization_id = ${organizationId} AND donor_id = ${id}) series
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND series.id = d.id`).execute(db)
}

/**
 * That a form was signed, when, and the digest of its text stay, and the nonprofit's signature. Former gifts count,
 * too.
 */
export async function eraseSignatures(db: Db, { organizationId, id, addresses }: ErasureTarget): Promise<void> {
  const keys = sql`${addresses.map((address) => address.toLowerCase())}::text[]`
  const forms = sql`
    SELECT d.organization_id, d.id AS donation_id FROM donations d WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id}
    UNION SELECT s.organization_id, s.donation_id FROM form_signatures s
    WHERE s.organization_id = ${organizationId} AND s.role = 'donor' AND lower(s.email) = ANY (${keys})`
  const formers = sql`
    SELECT f.organization_id, f.id FROM former_forms f
    JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.donation_id
    WHERE f.organization_id = ${organizationId} AND (d.donor_id = ${id} OR EXISTS (
      SELECT FROM jsonb_array_elements(f.signatures) s WHERE s ->> 'role' = 'donor' AND lower(s ->> 'email') = ANY (${keys})))`
  await sql`
    INSERT INTO unreferenced_files (file_key)
    SELECT key FROM (
      SELECT unnest(ARRAY[f.file_key, f.final_key]) FROM match_forms f WHERE (f.organization_id, f.donation_id) IN (${forms})
      UNION SELECT unnest(ARRAY[f.file_key, f.final_key]) FROM former_forms f WHERE (f.organization_id, f.id) IN (${formers}))
      AS files (key)
    WHERE key IS NOT NULL ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    UPDATE match_forms f SET answers = '{}', file_key = NULL, sha256 = NULL, final_key = NULL, final_sha256 = NULL
    WHERE (f.organization_id, f.donation_id) IN (${forms})`.execute(db)
  await sql`
    UPDATE former_forms f SET file_key = NULL, sha256 = NULL, final_key = NULL, final_sha256 = NULL,
      signatures = (SELECT coalesce(jsonb_agg(CASE WHEN s ->> 'role' = 'donor'
        THEN s || '{"name": "", "email": "", "drawing": "", "address": "", "user_agent": ""}' ELSE s END), '[]')
        FROM jsonb_array_elements(f.signatures) s)
    WHERE (f.organization_id, f.id) IN (${formers})`.execute(db)
  await sql`
    UPDATE form_signatures s SET name = '', email = '', drawing = '', address = '', user_agent = ''
    WHERE s.role = 'donor' AND (s.organization_id, s.donation_id) IN (${forms})`.execute(db)
}

const plainFields = ['donated_at', 'payment_state', 'gift_kind', 'employment', 'deadline_at', 'currency']

export async function eraseHistory(db: Db, { organizationId, id, formerIds, pattern }: ErasureTarget): Promise<void> {
  const isOfDonor = sql`d.organization_id = ${organizationId} AND d.donor_id = ${id}`
  await sql`
    UPDATE donation_events e SET why = '', changes = (
      SELECT coalesce(jsonb_agg(c ORDER BY place), '[]') FROM jsonb_array_elements(e.changes) WITH ORDINALITY AS one (c, place)
      WHERE c ->> 'field' = ANY (${plainFields}::text[])
        OR coalesce(jsonb_typeof(c -> 'from'), 'null') IN ('number', 'boolean', 'null')
          AND coalesce(jsonb_typeof(c -> 'to'), 'null') IN ('number', 'boolean', 'null'))
    FROM donations d WHERE ${isOfDonor} AND e.organization_id = d.organization_id AND e.donation_id = d.id`.execute(db)
  await sql`
    UPDATE donation_events e SET why = CASE WHEN e.why ~* ${pattern} THEN '' ELSE e.why END,
      changes = without_words(e.changes, ${pattern})
    FROM (SELECT DISTINCT donation_id FROM notifications
      WHERE organization_id = ${organizationId} AND donor_id = ${id} AND state = 'sent') n
    WHERE ${pattern} <> '' AND e.organization_id = ${organizationId} AND e.donation_id = n.donation_id`.execute(db)
  await eraseFromMerges(db, [id, ...formerIds], { organizationId, pattern })
  await sql`
    UPDATE evaluations e SET trace = '[]'
    FROM donations d WHERE ${isOfDonor} AND e.organization_id = d.organization_id AND e.donation_id = d.id`.execute(db)
  await sql`
    UPDATE donor_events SET changes = '[]'
    WHERE organization_id = ${organizationId} AND donor_id = ANY (${[id, ...formerIds]}::bigint[])`.execute(db)
}

/** An undone merge left their name with the other donor and with the returned gifts. */
async function eraseFromMerges(
  db: Db,
  ids: readonly number[],
  { organizationId, pattern }: Pick<ErasureTarget, 'organizationId' | 'pattern'>,
): Promise<void> {
  if (pattern === '') return
  const merges = sql`donor_merges m WHERE m.organization_id = ${organizationId}
    AND (m.kept_id = ANY (${[...ids]}::bigint[]) OR m.merged_id = ANY (${[...ids]}::bigint[]))`
  await sql`
    UPDATE donor_events SET changes = without_words(changes, ${pattern})
    WHERE organization_id = ${organizationId}
      AND donor_id IN (SELECT unnest(ARRAY[m.kept_id, m.merged_id]) FROM ${merges})`.execute(db)
  const moved = sql`(SELECT unnest(m.donation_ids) FROM ${merges})`
  await sql`
    UPDATE donation_events SET why = CASE WHEN why ~* ${pattern} THEN '' ELSE why END, changes = without_words(changes, ${pattern})
    WHERE organization_id = ${organizationId} AND donation_id IN ${moved}`.execute(db)
  await sql`
    DELETE FROM match_journal WHERE organization_id = ${organizationId} AND donation_id IN ${moved}
      AND before::text ~* ${pattern}`.execute(db)
}

const giftTables = ['match_notes', 'links', 'import_news', 'suggestions', 'requested_transactions']

/** Includes undo data of changes, uploads, and merges, which can no longer be undone. */
export async function eraseRelatedRecords(db: Db, { organizationId, id, formerIds }: ErasureTarget): Promise<void> {
  for (const table of giftTables) {
    await sql`
      DELETE FROM ${sql.ref(table)} x USING donations d
      WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND x.organization_id = d.organization_id
        AND x.donation_id = d.id`.execute(db)
  }
  await sql`
    DELETE FROM import_news WHERE organization_id = ${organizationId}
      AND (donor_id = ${id} OR before @> jsonb_build_object('donor_id', ${id}::bigint))`.execute(db)
  // A match's state before its first payment is not personal data, and undoing a payout needs it.
  await sql`
    DELETE FROM match_journal j USING donations d
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND j.organization_id = d.organization_id
      AND j.donation_id = d.id AND j.kind <> 'money'`.execute(db)
  const ids = [id, ...formerIds]
  await sql`
    DELETE FROM links WHERE organization_id = ${organizationId} AND donor_id = ANY (${ids}::bigint[])`.execute(db)
  await sql`
    WITH merges AS (
      DELETE FROM donor_merges WHERE organization_id = ${organizationId}
        AND (kept_id = ANY (${ids}::bigint[]) OR merged_id = ANY (${ids}::bigint[])) RETURNING operation_id)
    DELETE FROM match_journal WHERE organization_id = ${organizationId}
      AND operation_id IN (SELECT operation_id FROM merges)`.execute(db)
}

const erasedName = 'Erased donor'

export async function eraseOrganizationRecords(
  db: Db,
  { organizationId, id, family, pattern }: ErasureTarget,
): Promise<void> {
  const organizations = sql`${[...family]}::bigint[]`
  await sql`
    UPDATE webhook_deliveries w SET data = NULL, problem = NULL, tries = '[]' FROM donations d
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id} AND w.organization_id = ANY (${organizations})
      AND w.gift_organization_id = d.organization_id AND w.donation_id = d.id`.execute(db)
  await sql`
    UPDATE payout_lines l SET donor_name = '', donor_email = '', note = ''
    WHERE l.organization_id = ANY (${organizations}) AND (
      l.donation_id IN (SELECT d.id FROM donations d WHERE d.organization_id = ${organizationId} AND d.donor_id = ${id})
      OR ${pattern} <> '' AND concat_ws(' ', l.donor_name, l.donor_email, l.note) ~* ${pattern})`.execute(db)
  // Report files contain all donors, so they must be requested again. The lock waits for requests in progress
  // (`lockFiles`).
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('report files of ' || id, 29))
    FROM unnest(${organizations}) AS id ORDER BY id`.execute(db)
  await sql`
    UPDATE report_files SET state = 'failed', run_key = NULL, file_key = NULL, bytes = NULL, problem = ${reportFiles.fileMessages.erased},
      wanted = '{"filters":{}}', name = CASE WHEN ${pattern} <> '' AND name ~* ${pattern} THEN '' ELSE name END
    WHERE organization_id = ANY (${organizations})`.execute(db)
  if (pattern === '') return
  await sql`
    UPDATE staff_messages SET subject = regexp_replace(subject, ${pattern}, '…', 'gi'), body = regexp_replace(body, ${pattern}, '…', 'gi')
    WHERE organization_id = ANY (${organizations}) AND concat_ws(' ', subject, body) ~* ${pattern}`.execute(db)
  await sql`
    UPDATE bank_statements SET file_name = 'statement'
    WHERE organization_id = ANY (${organizations}) AND file_name ~* ${pattern}`.execute(db)
  await sql`
    UPDATE payout_reports SET file_name = CASE WHEN file_name ~* ${pattern} THEN 'report' ELSE file_name END,
      refused = without_words(refused, ${pattern}), questions = without_words(questions, ${pattern})
    WHERE organization_id = ANY (${organizations})
      AND (file_name ~* ${pattern} OR refused::text ~* ${pattern} OR questions::text ~* ${pattern})`.execute(db)
  await sql`
    UPDATE suggestions SET value = CASE WHEN value ~* ${pattern} THEN ${erasedName} ELSE value END,
      source_url = CASE WHEN source_url ~* ${pattern} THEN '' ELSE source_url END,
      note = CASE WHEN note ~* ${pattern} THEN '' ELSE note END, reason = CASE WHEN reason ~* ${pattern} THEN '' ELSE reason END
    WHERE organization_id = ANY (${organizations})
      AND concat_ws(' ', value, source_url, note, reason) ~* ${pattern}`.execute(db)
  // Reports that filter by this person would find nothing.
  await sql`
    DELETE FROM reports WHERE organization_id = ANY (${organizations})
      AND concat_ws(' ', name, definition::text) ~* ${pattern}`.execute(db)
  await sql`
    DELETE FROM import_rejects WHERE organization_id = ANY (${organizations})
      AND ${containsPerson('cells', pattern)}`.execute(db)
  await sql`
    UPDATE imports SET error = CASE WHEN error ~* ${pattern} THEN '' ELSE error END,
      file_name = CASE WHEN file_name ~* ${pattern} THEN 'upload' ELSE file_name END,
      options = without_words(options, ${pattern}), headers = without_words(headers, ${pattern}),
      outcome = without_words(outcome, ${pattern})
    WHERE organization_id = ANY (${organizations}) AND (coalesce(error, '') ~* ${pattern} OR file_name ~* ${pattern}
      OR options::text ~* ${pattern} OR headers::text ~* ${pattern} OR outcome::text ~* ${pattern})`.execute(db)
  await sql`
    UPDATE bulk_changes SET review = without_words(review, ${pattern}), cannot = without_words(cannot, ${pattern})
    WHERE organization_id = ANY (${organizations})
      AND (review::text ~* ${pattern} OR cannot::text ~* ${pattern})`.execute(db)
  await sql`
    DELETE FROM links WHERE organization_id = ANY (${organizations}) AND detail::text ~* ${pattern}`.execute(db)
  await sql`DELETE FROM rate_limits WHERE key ~* ${pattern}`.execute(db)
}

export async function eraseDonorRow(
  db: Db,
  { organizationId, id, formerIds, addresses }: ErasureTarget,
  now: Date,
): Promise<void> {
  await sql`
    DELETE FROM suppressions WHERE organization_id = ${organizationId} AND email_key IN (
      SELECT donor_key FROM donors WHERE organization_id = ${organizationId} AND id = ANY (${[id, ...formerIds]}::bigint[])
      UNION SELECT unnest(${[...addresses]}::text[]) UNION SELECT unnest(${[...addresses]}::text[]) || ' *')
      AND CASE WHEN reason IN ${personalReasons}
        THEN NOT EXISTS (SELECT FROM donors other WHERE other.organization_id = ${organizationId}
          AND other.donor_key = email_key AND other.id <> ALL (${[id, ...formerIds]}::bigint[]))
        ELSE NOT EXISTS (SELECT FROM donors other WHERE other.organization_id = ${organizationId}
          AND (other.donor_key = email_key OR other.mailbox = rtrim(email_key, ' *'))
            AND other.id <> ALL (${[id, ...formerIds]}::bigint[])) END`.execute(db)
  await sql`
    DELETE FROM donors WHERE organization_id = ${organizationId} AND id = ANY (${[...formerIds]}::bigint[])
      AND merged_into_id = ${id}`.execute(db)
  await sql`
    UPDATE donors SET donor_key = 'erased:' || id, name = ${erasedName}, email = '', phone = '', street = '', street2 = '', city = '',
      state = '', zip = '', country = '', language = '', fewer_mails_at = NULL, erased_at = ${now}::timestamptz, version = version + 1
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

/** Requires that the row is already erased. */
export async function eraseFromAudit(db: Db, { organizationId, id, formerIds, pattern }: ErasureTarget): Promise<void> {
  await sql`
    SELECT erase_from_trail(${organizationId}::bigint, ${id}::bigint, ${[...formerIds]}::bigint[], ${pattern})`.execute(
    db,
  )
}
