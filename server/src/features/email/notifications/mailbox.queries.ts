import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL: the address key of a donor that suppressions use. People who share an address have different donor keys (domain
 * rule 14.1). Uses CASE, because row-level security prevents an index on a condition with coalesce().
 */
export const mailboxOf = (alias: string): Sql =>
  sql`(CASE WHEN ${sql.ref(`${alias}.mailbox`)} IS NULL THEN ${sql.ref(`${alias}.donor_key`)} ELSE ${sql.ref(`${alias}.mailbox`)} END)`

/** SQL: reasons that files and staff state about one person. Every other reason is about the mailbox. */
export const personalReasons = sql`('opted_out', 'deceased')`

/** SQL: whether suppression `s` stops emails to donor `p`, because it is about them or about their shared mailbox. */
export const stopsDonor = (s: string, p: string): Sql => {
  const [key, reason, own] = [sql.ref(`${s}.email_key`), sql.ref(`${s}.reason`), sql.ref(`${p}.donor_key`)]
  return sql`${key} = ANY (ARRAY[${own}, ${sql.ref(`${p}.mailbox`)}]) AND (${key} = ${own} OR ${reason} NOT IN ${personalReasons})`
}

/** SQL: why donor `p` gets no emails; null if nothing stops them. */
export const suppressionOf = (p: string): Sql =>
  sql`(SELECT s.reason FROM suppressions s WHERE s.organization_id = ${sql.ref(`${p}.organization_id`)} AND ${stopsDonor('s', p)}
    ORDER BY s.email_key DESC LIMIT 1)`

/**
 * SQL: the keys that stop a mailbox. If a fact about one person occupies the address's row, the other people at the
 * address get separate rows.
 */
export const keysOfMailbox = (organizationId: Sql, mailbox: Sql): Sql =>
  sql`(SELECT ${mailbox} AS key UNION
    SELECT o.donor_key FROM donors o WHERE o.organization_id = ${organizationId} AND o.mailbox = ${mailbox}
      AND EXISTS (SELECT FROM suppressions f WHERE f.organization_id = o.organization_id AND f.email_key = ${mailbox}
        AND f.reason IN ${personalReasons}))`
