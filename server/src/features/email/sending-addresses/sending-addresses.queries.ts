import { sendingAddress } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { domainOf } from '../../../platform/mail/address-text.ts'
import { beginWarmUp } from './sending-domains.queries.ts'

const ownAddress = z.object({
  organizationId: z.int(),
  address: z.string(),
  selector: z.string(),
  publicKey: z.string(),
  checkedAt: z.date().nullable(),
  lines: z.array(sendingAddress.dnsRecord).nullable(),
  isUsed: z.boolean(),
})
export type OwnAddress = z.infer<typeof ownAddress>

const columns = sql`
  a.organization_id AS "organizationId", a.address, a.selector, a.public_key AS "publicKey", a.checked_at AS "checkedAt", a.lines,
  o.mail_from_address = a.address AS "isUsed"`

export async function findOwnAddress(db: Db, organizationId: number): Promise<OwnAddress | null> {
  return sql(ownAddress)`
    SELECT ${columns} FROM sending_addresses a JOIN organizations o ON o.id = a.organization_id
    WHERE a.organization_id = ${organizationId}`.first(db)
}

type NewAddress = {
  readonly organizationId: number
  readonly address: string
  readonly selector: string
  readonly publicKey: string
  readonly sealed: string
}

export async function upsertOwnAddress(db: Db, newAddress: NewAddress): Promise<void> {
  await sql`
    INSERT INTO sending_addresses (organization_id, address, selector, public_key, private_key_sealed)
    VALUES (${newAddress.organizationId}, ${newAddress.address}, ${newAddress.selector}, ${newAddress.publicKey}, ${newAddress.sealed})
    ON CONFLICT (organization_id) DO UPDATE SET address = excluded.address, selector = excluded.selector,
      public_key = excluded.public_key, private_key_sealed = excluded.private_key_sealed, checked_at = NULL, lines = NULL`.execute(
    db,
  )
  await useAddress(db, newAddress.organizationId, '')
}

/** Keeps the key and the use. Locks the address before the organization, like the other changes. */
export async function renameOwnAddress(db: Db, organizationId: number, address: string): Promise<void> {
  await sql`SELECT FROM sending_addresses WHERE organization_id = ${organizationId} FOR UPDATE`.execute(db)
  await sql`
    UPDATE organizations o SET mail_from_address = ${address}
    FROM sending_addresses a WHERE a.organization_id = o.id AND o.id = ${organizationId}
      AND o.mail_from_address = a.address`.execute(db)
  await sql`UPDATE sending_addresses SET address = ${address} WHERE organization_id = ${organizationId}`.execute(db)
}

/** '' means the parent's or the product's. */
async function useAddress(db: Db, organizationId: number, address: string): Promise<void> {
  await sql`
    UPDATE organizations SET mail_from_address = ${address}
    WHERE id = ${organizationId} AND mail_from_address <> ${address}`.execute(db)
}

type DnsCheck = {
  readonly organizationId: number
  readonly address: string
  readonly selector: string
  readonly lines: readonly sendingAddress.DnsRecord[]
  /** Null keeps the previous state. */
  readonly isUsed: boolean | null
  readonly now: Date
}

/** Does nothing if the address was changed during the DNS query. */
export async function recordDnsCheck(db: Db, check: DnsCheck): Promise<void> {
  const { organizationId, address, selector, isUsed } = check
  const { count } = await sql`
    UPDATE sending_addresses SET checked_at = ${check.now}, lines = ${JSON.stringify(check.lines)}::jsonb
    WHERE organization_id = ${organizationId} AND address = ${address} AND selector = ${selector}`.execute(db)
  if (count !== 1 || isUsed === null) return
  await useAddress(db, organizationId, isUsed ? address : '')
  if (isUsed) await beginWarmUp(db, domainOf(address), check.now)
}

export async function deleteOwnAddress(db: Db, organizationId: number): Promise<void> {
  await sql`DELETE FROM sending_addresses WHERE organization_id = ${organizationId}`.execute(db)
  await useAddress(db, organizationId, '')
}

const keyRow = z.object({ selector: z.string(), sealed: z.string() })

export async function findSealedKey(
  db: Db,
  organizationId: number,
  address: string,
): Promise<z.infer<typeof keyRow> | null> {
  return sql(keyRow)`
    SELECT selector, private_key_sealed AS sealed FROM sending_addresses
    WHERE organization_id = ${organizationId} AND address = ${address}`.first(db)
}

/** Oldest first. Crosses organizations. */
export async function listCheckedBefore(db: Db, before: Date, limit: number): Promise<OwnAddress[]> {
  return sql(ownAddress)`
    SELECT ${columns} FROM sending_addresses a JOIN organizations o ON o.id = a.organization_id
    WHERE a.checked_at < ${before} ORDER BY a.checked_at LIMIT ${limit}`.rows(db)
}
