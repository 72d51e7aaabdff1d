import { donors } from '@twofold/contract'
import { z } from 'zod'
import { type Database, type Db, readAcrossOrganizations } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { personalReasons } from '../../email/suppressions/index.ts'
import { emailKeyOf } from '../identification/index.ts'

const storedFields = {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
} satisfies Record<donors.DonorField, z.ZodString>

const lockedDonor = z.object({
  organization_id: z.int(),
  id: z.int(),
  donor_key: z.string(),
  ...storedFields,
  version: z.int(),
  merged_into_id: z.int().nullable(),
  erased_at: z.date().nullable(),
})
export type LockedDonor = z.infer<typeof lockedDonor>

export async function lockDonors(db: Db, organizationId: number, ids: readonly number[]): Promise<LockedDonor[]> {
  return sql(lockedDonor)`
    SELECT p.organization_id, p.id, p.donor_key, p.name, p.email, p.phone, p.street, p.street2, p.city, p.state, p.zip,
      p.country, p.version, p.merged_into_id, p.erased_at
    FROM donors p WHERE p.organization_id = ${organizationId} AND p.id = ANY (${[...ids]}::bigint[])
    ORDER BY p.id FOR UPDATE`.rows(db)
}

export async function updateDonor(db: Db, donor: LockedDonor): Promise<void> {
  await sql`
    UPDATE donors SET donor_key = ${donor.donor_key}, ${sql.join(donors.donorFields.map((field) => sql`${sql.ref(field)} = ${donor[field]}`))},
      merged_into_id = ${donor.merged_into_id}::bigint, erased_at = ${donor.erased_at}::timestamptz, version = version + 1
    WHERE organization_id = ${donor.organization_id} AND id = ${donor.id}`.execute(db)
}

/** Donors who share an address also have its key. */
const suppressionKeyOf = ({ email, donor_key }: Pick<LockedDonor, 'email' | 'donor_key'>): string =>
  emailKeyOf(email) || donor_key

const keyOwner = idRow.extend({ merged_into_id: z.int().nullable(), name: z.string() })

export async function findDonorByKey(
  db: Db,
  organizationId: number,
  donorKey: string,
): Promise<z.infer<typeof keyOwner> | null> {
  return sql(keyOwner)`
    SELECT id, merged_into_id, name FROM donors WHERE organization_id = ${organizationId} AND donor_key = ${donorKey}
    FOR UPDATE`.first(db)
}

/** Later gifts with the address are the donor's. */
export async function insertFormerAddress(db: Db, former: LockedDonor, now: Date): Promise<void> {
  await sql`
    INSERT INTO donors (organization_id, donor_key, email, name, merged_into_id, created_at)
    VALUES (${former.organization_id}, ${former.donor_key}, ${former.email}, ${former.name}, ${former.id}, ${now})`.execute(
    db,
  )
}

export async function deleteFormerAddress(db: Db, organizationId: number, id: number): Promise<void> {
  await sql`DELETE FROM donors WHERE organization_id = ${organizationId} AND id = ${id} AND merged_into_id IS NOT NULL`.execute(
    db,
  )
}

type EmailTarget = Pick<LockedDonor, 'email' | 'donor_key'>
const copiedRow = z.object({ email_key: z.string() })

/** Copies what the donor or a fact about them stopped. Returns the key of a new row, or null. */
export async function copySuppression(
  db: Db,
  organizationId: number,
  from: EmailTarget,
  to: EmailTarget,
): Promise<string | null> {
  return sql(copiedRow)`
    INSERT INTO suppressions (organization_id, email_key, reason, at, detail)
    SELECT organization_id, CASE WHEN reason IN ${personalReasons} THEN ${to.donor_key} ELSE ${suppressionKeyOf(to)} END, reason, at, detail
    FROM suppressions WHERE organization_id = ${organizationId}
      AND CASE WHEN reason IN ${personalReasons} THEN email_key = ${from.donor_key}
        ELSE reason <> 'bounced' AND email_key IN (${suppressionKeyOf(from)}, ${from.donor_key}) END
    ORDER BY reason DESC LIMIT 1
    ON CONFLICT (organization_id, email_key) DO NOTHING
    RETURNING email_key`.value(db, 'email_key')
}

/** Returns false if the setting was unchanged. */
export async function updateReducedFrequency(
  db: Db,
  donor: { readonly organizationId: number; readonly donorId: number },
  { fewer, now }: { readonly fewer: boolean; readonly now: Date },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE donors SET fewer_mails_at = ${fewer ? now : null}::timestamptz
    WHERE organization_id = ${donor.organizationId} AND id = ${donor.donorId} AND erased_at IS NULL
      AND (fewer_mails_at IS NULL) = ${fewer}`.execute(db)
  return count === 1
}

/** Returns false if the language was unchanged. */
export async function updateDonorLanguage(
  db: Db,
  donor: { readonly organizationId: number; readonly donorId: number },
  language: string,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE donors SET language = ${language}
    WHERE organization_id = ${donor.organizationId} AND id = ${donor.donorId} AND erased_at IS NULL
      AND language <> ${language}`.execute(db)
  return count === 1
}

export async function copyReducedFrequency(
  db: Db,
  {
    organizationId,
    keptId,
    mergedId,
  }: { readonly organizationId: number; readonly keptId: number; readonly mergedId: number },
): Promise<void> {
  await sql`
    UPDATE donors kept SET fewer_mails_at = merged.fewer_mails_at FROM donors merged
    WHERE kept.organization_id = ${organizationId} AND kept.id = ${keptId} AND kept.fewer_mails_at IS NULL
      AND merged.organization_id = kept.organization_id AND merged.id = ${mergedId}
      AND merged.fewer_mails_at IS NOT NULL`.execute(db)
}

export type DonorChange = { readonly field: string; readonly from: unknown; readonly to: unknown }
type EventRow = {
  readonly organization_id: number
  readonly donor_id: number
  readonly action: string
  readonly changes: readonly DonorChange[]
}
const eventTypes = {
  organization_id: 'bigint',
  donor_id: 'bigint',
  action: 'text',
  changes: 'jsonb',
} as const satisfies ColumnTypes<EventRow>

export async function insertDonorEvents(
  db: Db,
  rows: readonly EventRow[],
  { userId, now }: { readonly userId: number | null; readonly now: Date },
): Promise<void> {
  await sql`
    INSERT INTO donor_events (organization_id, donor_id, at, user_id, action, changes, version)
    SELECT r.organization_id, r.donor_id, ${now}::timestamptz, ${userId}::bigint, r.action, r.changes, p.version
    FROM ${recordset(eventTypes, rows)} JOIN donors p ON p.organization_id = r.organization_id AND p.id = r.donor_id
  `.execute(db)
}

const laterChange = z.object({ field: z.string(), to: z.unknown(), by: z.string() })
const eventsAtMost = 100

export async function listDonorChangesSince(
  db: Db,
  { organization_id, id }: Pick<LockedDonor, 'organization_id' | 'id'>,
  version: number,
): Promise<z.infer<typeof laterChange>[]> {
  return sql(laterChange)`
    SELECT coalesce(c ->> 'field', '') AS field, c -> 'to' AS "to", coalesce(u.name, 'Twofold') AS by
    FROM (SELECT id, changes, user_id FROM donor_events
      WHERE organization_id = ${organization_id} AND donor_id = ${id} AND version > ${version}
      ORDER BY id DESC LIMIT ${eventsAtMost}) e
    LEFT JOIN users u ON u.id = e.user_id CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c
    ORDER BY e.id DESC`.rows(db)
}

const giftId = idRow.extend({ status_id: z.int() })

export async function listDonationIdsOf(
  db: Db,
  organizationId: number,
  donorId: number,
): Promise<z.infer<typeof giftId>[]> {
  return sql(giftId)`
    SELECT id, status_id FROM donations
    WHERE organization_id = ${organizationId} AND donor_id = ${donorId} AND counted ORDER BY id`.rows(db)
}

const ownerRow = z.object({ organization_id: z.int() })

/** Crosses organizations. */
export async function findOrganizationOfDonor(database: Database, id: number): Promise<number | null> {
  const [row] = await readAcrossOrganizations(
    database,
    sql.prepared(ownerRow)`SELECT organization_id FROM donors WHERE id = ${id}`,
  )
  return row?.organization_id ?? null
}
