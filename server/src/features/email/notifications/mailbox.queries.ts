import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL: people who share an address have different donor keys (domain rule 14.1). CASE allows an index, which row-level
 * security prevents for coalesce().
 */
export const mailboxOf = (alias: string): Sql =>
  sql`(CASE WHEN ${sql.ref(`${alias}.mailbox`)} IS NULL THEN ${sql.ref(`${alias}.donor_key`)} ELSE ${sql.ref(`${alias}.mailbox`)} END)`

/** SQL: about one person. Every other reason is about the mailbox. */
export const personalReasons = sql`('opted_out', 'deceased')`

/** SQL: whether `s` is about donor `p` or their shared mailbox. */
export const stopsDonor = (s: string, p: string): Sql => {
  const [key, reason, own] = [sql.ref(`${s}.email_key`), sql.ref(`${s}.reason`), sql.ref(`${p}.donor_key`)]
  return sql`${key} = ANY (ARRAY[${own}, ${sql.ref(`${p}.mailbox`)}]) AND (${key} = ${own} OR ${reason} NOT IN ${personalReasons})`
}

/** SQL: null if nothing stops them. */
export const suppressionOf = (p: string): Sql =>
  sql`(SELECT s.reason FROM suppressions s WHERE s.organization_id = ${sql.ref(`${p}.organization_id`)} AND ${stopsDonor('s', p)}
    ORDER BY s.email_key DESC LIMIT 1)`

/** SQL: people get separate rows if a fact about one of them occupies the address's row. */
export const keysOfMailbox = (organizationId: Sql, mailbox: Sql): Sql =>
  sql`(SELECT ${mailbox} AS key UNION
    SELECT o.donor_key FROM donors o WHERE o.organization_id = ${organizationId} AND o.mailbox = ${mailbox}
      AND EXISTS (SELECT FROM suppressions f WHERE f.organization_id = o.organization_id AND f.email_key = ${mailbox}
        AND f.reason IN ${personalReasons}))`
