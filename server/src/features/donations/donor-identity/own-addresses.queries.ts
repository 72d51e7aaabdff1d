import { isPublicMailHost, mailDomain } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type OwnAddresses = {
  /** Keys are addresses in lower case; '' if the name is unknown. */
  readonly holders: ReadonlyMap<string, string>
  readonly domains: ReadonlySet<string>
}

const ownRow = z.object({ address: z.string(), holder: z.string(), of_domain: z.boolean() })

export async function listOwnAddresses(db: Db, organizationIds: readonly number[]): Promise<OwnAddresses> {
  const ids = sql`${[...organizationIds]}::bigint[]`
  const rows = await sql.prepared(ownRow)`
    SELECT lower(btrim(own.address)) AS address, own.holder, own.of_domain
    FROM organizations o CROSS JOIN LATERAL (VALUES (o.contact_email, o.contact_name, true),
      (o.billing_contact_email, o.billing_contact_name, false), (o.mail_reply_to, '', true), (o.mail_from_address, '', true),
      ('www@' || substring(o.url FROM '^(?:[A-Za-z]+://)?(?:www\\.)?([^/:?#]+)'), '', true)) own (address, holder, of_domain)
    WHERE o.id = ANY (${ids}) AND own.address <> ''
    UNION ALL
    SELECT n.email_key, coalesce((SELECT u.name FROM users u WHERE u.email_key = n.email_key), ''), false FROM notifees n
    WHERE n.organization_id = ANY (${ids})`.rows(db)
  const holders = new Map<string, string>()
  const domains = new Set<string>()
  for (const { address, holder, of_domain } of rows) {
    holders.set(address, holders.get(address) || holder)
    const domain = mailDomain(address)
    if (of_domain && domain !== null && !isPublicMailHost(domain)) domains.add(domain)
  }
  return { holders, domains }
}
