import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { mailedStatusIds } from '../../texts/index.ts'
import { daytimeFrom } from './daytime.queries.ts'

/** A donation right after its evaluation, with the status that it got. */
export type Evaluated = {
  readonly organizationId: number
  readonly donationId: number
  readonly donorId: number
  readonly statusId: number
}

type Queueing = {
  readonly now: Date
  /** `MAIL_DELAY_SECONDS`: time to undo a mistake. */
  readonly delaySeconds: number
  /** False: mails go out at any hour. */
  readonly keepsNight: boolean
  /** Somebody asked for it ('& Re-Email'): mails even where the same mail has been sent before. */
  readonly again?: boolean
  /** The upload that brings them. */
  readonly importId?: number | null
}

/**
 * Queues the first mail of each evaluated donation, in the transaction of its evaluation; answers how many. The organizations
 * are those whose donations may be among them (the tenant's family). Idempotent: a donation is told once about a status, and a
 * queued mail about a former status is given up. Whether a mail really goes out is decided when it is due.
 * The caller leaves out what must stay quiet, such as the rows without employer of an upload without `no_company`.
 */
export async function queueInitialMails(
  db: Db,
  organizationIds: readonly number[],
  donations: readonly Evaluated[],
  { now, delaySeconds, keepsNight, again = false, importId = null }: Queueing,
): Promise<number> {
  if (donations.length === 0) return 0
  await giveUpFormerMails(db, organizationIds, donations)
  const due = new Date(now.getTime() + delaySeconds * 1000)
  const { count } = await sql.kept`
    INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, import_id)
    SELECT e.organization_id, e.donation_id, e.donor_id, 'initial', e.status_id, gen_random_uuid()::text,
      ${keepsNight ? daytimeFrom(due) : due}, ${now}, ${importId}::bigint
    FROM ${evaluatedRows(donations)}
    JOIN organizations o ON o.id = e.organization_id
    JOIN donations d ON d.organization_id = e.organization_id AND d.id = e.donation_id AND NOT d.inert AND d.counted
    -- A join on donors went through all donors of an organization for each gift while its statistics were young (2.1 s
    -- for 3,200 mails); a sub-select always takes the key.
    WHERE (SELECT p.email FROM donors p WHERE p.organization_id = e.organization_id AND p.id = e.donor_id) <> ''
      AND e.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND e.status_id = ANY (${[...mailedStatusIds]}::smallint[])
      AND NOT EXISTS (
        SELECT FROM notifications n
        WHERE n.organization_id = e.organization_id AND n.donation_id = e.donation_id
          AND n.kind = 'initial' AND n.status_id = e.status_id
          AND n.state = ANY (${again ? ['queued', 'sending'] : ['queued', 'sending', 'sent']}))`.execute(db)
  return count
}

async function giveUpFormerMails(
  db: Db,
  organizationIds: readonly number[],
  donations: readonly Evaluated[],
): Promise<void> {
  await sql.kept`
    UPDATE notifications n SET state = 'skipped', problem = 'The match moved on before this mail was due.'
    FROM ${evaluatedRows(donations)}
    WHERE n.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND n.organization_id = e.organization_id AND n.donation_id = e.donation_id
      AND n.state = 'queued' AND n.status_id <> e.status_id`.execute(db)
}

/** Mails that a change brought about and that have not gone out: the change was taken back. */
export async function giveUpMailsSince(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  since: Date,
): Promise<void> {
  await sql`
    UPDATE notifications SET state = 'skipped', problem = 'The change that this mail followed from was taken back.'
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donation_id = ANY (${[...donationIds]}::bigint[])
      AND state = 'queued' AND created_at >= ${since}::timestamptz`.execute(db)
}

const evaluatedRows = (donations: readonly Evaluated[]) => sql`
  unnest(
    ${donations.map(({ organizationId }) => organizationId)}::bigint[],
    ${donations.map(({ donationId }) => donationId)}::bigint[],
    ${donations.map(({ donorId }) => donorId)}::bigint[],
    ${donations.map(({ statusId }) => statusId)}::smallint[]
  ) AS e (organization_id, donation_id, donor_id, status_id)`
