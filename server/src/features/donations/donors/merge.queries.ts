import { donorMerges } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import type { LockedDonor } from './change.queries.ts'

type Pair = { readonly organizationId: number; readonly keptId: number; readonly mergedId: number }

const changedGift = idRow
/** Includes deleted gifts. Evaluation follows separately. */
export async function moveGifts(db: Db, { organizationId, keptId, mergedId }: Pair): Promise<number[]> {
  return sql(changedGift)`
    UPDATE donations SET donor_id = ${keptId}
    WHERE organization_id = ${organizationId} AND donor_id = ${mergedId} RETURNING id`.column(db, 'id')
}

export async function moveMails(db: Db, { organizationId, keptId, mergedId }: Pair): Promise<number[]> {
  return sql(idRow)`
    UPDATE notifications SET donor_id = ${keptId}, queued_at = now()
    WHERE organization_id = ${organizationId} AND donor_id = ${mergedId}
      AND donation_id IN (SELECT id FROM donations WHERE organization_id = ${organizationId} AND donor_id = ${keptId})
    RETURNING id`.column(db, 'id')
}

export async function moveFormerAddresses(db: Db, { organizationId, keptId, mergedId }: Pair): Promise<number[]> {
  return sql(idRow)`
    UPDATE donors SET merged_into_id = ${keptId}
    WHERE organization_id = ${organizationId} AND merged_into_id = ${mergedId} RETURNING id`.column(db, 'id')
}

type NewMerge = Pair & {
  readonly operationId: string
  readonly at: Date
  readonly userId: number
  readonly keptBefore: LockedDonor
  readonly formerIds: readonly number[]
  readonly donationIds: readonly number[]
  readonly notificationIds: readonly number[]
  readonly suppressedKey: string | null
}

/** Matches are in the journal instead. */
export async function insertMerge(db: Db, merge: NewMerge): Promise<number> {
  return sql(idRow)`
    INSERT INTO donor_merges (organization_id, operation_id, kept_id, merged_id, at, user_id, kept_before, former_ids,
      donation_ids, notification_ids, suppressed_key)
    VALUES (${merge.organizationId}, ${merge.operationId}::uuid, ${merge.keptId}, ${merge.mergedId}, ${merge.at}, ${merge.userId},
      ${JSON.stringify(merge.keptBefore)}, ${[...merge.formerIds]}::bigint[], ${[...merge.donationIds]}::bigint[],
      ${[...merge.notificationIds]}::bigint[], ${merge.suppressedKey})
    RETURNING id`.value(db, 'id', 0)
}

const storedMerge = z.object({
  operation_id: z.uuid(),
  kept_id: z.int(),
  merged_id: z.int(),
  at: z.date(),
  kept_before: z.record(z.string(), z.unknown()),
  former_ids: z.array(z.int()),
  donation_ids: z.array(z.int()),
  notification_ids: z.array(z.int()),
  suppressed_key: z.string().nullable(),
  undone_at: z.date().nullable(),
  /** No later merge into the kept donor exists. */
  is_latest: z.boolean(),
})
export type StoredMerge = z.infer<typeof storedMerge>

export async function lockMerge(
  db: Db,
  organizationId: number,
  keptId: number,
  mergeId: number,
): Promise<StoredMerge | null> {
  return sql(storedMerge)`
    SELECT m.operation_id, m.kept_id, m.merged_id, m.at, m.kept_before, m.former_ids, m.donation_ids, m.notification_ids, m.suppressed_key,
      m.undone_at, NOT EXISTS (SELECT FROM donor_merges n WHERE n.organization_id = m.organization_id
        AND n.kept_id = m.kept_id AND n.id > m.id AND n.undone_at IS NULL) AS is_latest
    FROM donor_merges m WHERE m.organization_id = ${organizationId} AND m.id = ${mergeId} AND m.kept_id = ${keptId}
    FOR UPDATE`.first(db)
}

/** Restores everything but matches. Gifts added since stay with the kept donor. */
export async function unmergeRows(db: Db, organizationId: number, merge: StoredMerge): Promise<void> {
  const { kept_id, merged_id, former_ids, donation_ids, notification_ids, suppressed_key } = merge
  await sql`
    UPDATE donations SET donor_id = ${merged_id}
    WHERE organization_id = ${organizationId} AND id = ANY (${donation_ids}::bigint[])
      AND donor_id = ${kept_id}`.execute(db)
  await sql`
    UPDATE notifications SET donor_id = ${merged_id}
    WHERE organization_id = ${organizationId} AND donor_id = ${kept_id} AND (id = ANY (${notification_ids}::bigint[])
      OR donation_id = ANY (${donation_ids}::bigint[]))`.execute(db)
  await sql`
    UPDATE donors SET merged_into_id = ${merged_id}
    WHERE organization_id = ${organizationId} AND id = ANY (${former_ids}::bigint[])
      AND merged_into_id = ${kept_id}`.execute(db)
  if (suppressed_key !== null) {
    await sql`
      DELETE FROM suppressions WHERE organization_id = ${organizationId} AND email_key = ${suppressed_key}
        AND reason <> 'bounced'`.execute(db)
  }
}

export async function markMergeUndone(db: Db, organizationId: number, mergeId: number, now: Date): Promise<void> {
  await sql`UPDATE donor_merges SET undone_at = ${now} WHERE organization_id = ${organizationId} AND id = ${mergeId}`.execute(
    db,
  )
}

type Named = { readonly organizationId: number; readonly id: number }
const mergeRow = idRow.extend({ name: z.string(), email: z.string(), at: z.string(), undo_until: z.string() })

export async function listMergesOf(
  db: Db,
  { organizationId, id }: Named,
  now: Date,
): Promise<z.infer<typeof mergeRow>[]> {
  return sql(mergeRow)`
    SELECT m.id, p.name, p.email, to_json(m.at) #>> '{}' AS at,
      to_json(m.at + make_interval(days => ${donorMerges.mergeUndoDays})) #>> '{}' AS undo_until
    FROM donor_merges m JOIN donors p ON p.organization_id = m.organization_id AND p.id = m.merged_id
    WHERE m.organization_id = ${organizationId} AND m.kept_id = ${id} AND m.undone_at IS NULL
      AND m.at > ${now}::timestamptz - make_interval(days => ${donorMerges.mergeUndoDays})
    ORDER BY m.id DESC LIMIT 20`.rows(db)
}

const likelyRow = idRow.extend({ name: z.string(), email: z.string(), why: z.string(), gifts: z.int() })
/** Equal names are common. Two addresses of one person usually share most of the local part. */
const likelyAtMost = 5

/** Duplicates have the same name, and the same ZIP code, phone, or a similar address. */
export async function listLikelyDuplicates(
  db: Db,
  { organizationId, id }: Named,
): Promise<z.infer<typeof likelyRow>[]> {
  return sql(likelyRow)`
    SELECT other.id, other.name, other.email,
      CASE WHEN other.phone <> '' AND other.phone = p.phone THEN 'the same name and phone'
        WHEN other.zip <> '' AND other.zip = p.zip THEN 'the same name and ZIP code'
        ELSE 'the same name and nearly the same email address' END AS why,
      (SELECT count(*) FROM donations d
        WHERE d.organization_id = other.organization_id AND d.donor_id = other.id AND d.deleted_at IS NULL
          AND NOT d.unconfirmed) AS gifts
    FROM donors p
    CROSS JOIN LATERAL donors_named(p.organization_id, ARRAY[lower(coalesce(nullif(p.name, ''), p.email))]) AS named (id)
    JOIN donors other ON other.organization_id = p.organization_id AND other.id = named.id AND other.id <> p.id
    WHERE p.organization_id = ${organizationId} AND p.id = ${id} AND p.merged_into_id IS NULL AND p.erased_at IS NULL
      AND ((other.phone <> '' AND other.phone = p.phone) OR (other.zip <> '' AND other.zip = p.zip)
        OR (other.email <> '' AND p.email <> ''
          AND greatest(word_similarity(split_part(other.email, '@', 1), split_part(p.email, '@', 1)),
            word_similarity(split_part(p.email, '@', 1), split_part(other.email, '@', 1))) > 0.6))
    ORDER BY other.id LIMIT ${likelyAtMost}`.rows(db)
}
