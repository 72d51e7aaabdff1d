import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL: people who share an address have different donor keys (domain rule 14.1). CASE allows an index, which row-level
 * security prevents for coalesce().
 */
export const mailboxOf = (alias: string): Sql =>
  sql`(CASE WHEN ${sql.ref(`${alias}.mailbox`)} IS NULL THEN ${sql.ref(`${alias}.donor_key`)} ELSE ${sql.ref(`${alias}.mailbox`)} END)`

/** SQL: about one person. Every other reason is about the mailbox. */
export const personalReasons = sql`('opted_out', 'deceased')`

/** SQL: the key of a mailbox whose address is the key of a person with a personal fact. */
const secondKeyOf = (mailbox: Sql): Sql => sql`${mailbox} || ' *'`

/** SQL: whether suppression `s` stops emails to donor `p`, because it is about them or about their shared mailbox. */
export const stopsDonor = (s: string, p: string): Sql => {
  const [key, reason, own] = [sql.ref(`${s}.email_key`), sql.ref(`${s}.reason`), sql.ref(`${p}.donor_key`)]
  return sql`${key} = ANY (ARRAY[${own}, ${sql.ref(`${p}.mailbox`)}, ${secondKeyOf(mailboxOf(p))}])
    AND (${key} = ${own} OR ${reason} NOT IN ${personalReasons})`
}

/** SQL: suppressions `s` in the order in which they count for donor `p`: their own comes first. */
export const suppressionOrder = (s: string, p: string): Sql =>
  sql`${sql.ref(`${s}.email_key`)} = ${sql.ref(`${p}.donor_key`)} DESC, ${sql.ref(`${s}.email_key`)} DESC`

/** SQL: why donor `p` gets no emails; null if nothing stops them. */
export const suppressionOf = (p: string): Sql =>
  sql`(SELECT s.reason FROM suppressions s WHERE s.organization_id = ${sql.ref(`${p}.organization_id`)} AND ${stopsDonor('s', p)}
    ORDER BY ${suppressionOrder('s', p)} LIMIT 1)`

/** SQL: the keys that stop a mailbox, including people who are recorded later. */
export const keysOfMailbox = (organizationId: Sql, mailbox: Sql): Sql =>
  sql`(SELECT ${mailbox} AS key UNION
    SELECT ${secondKeyOf(mailbox)} WHERE EXISTS (SELECT FROM suppressions f WHERE f.organization_id = ${organizationId}
      AND f.email_key = ${mailbox} AND f.reason IN ${personalReasons}))`

/**
 * SQL: a statement that keeps what stops a mailbox before a personal fact replaces it. `keys` is a query of
 * `organization_id` and `email_key`.
 */
export const keepMailboxStopped = (keys: Sql): Sql => sql`
  INSERT INTO suppressions (organization_id, email_key, reason, at, detail)
  SELECT s.organization_id, ${secondKeyOf(sql`s.email_key`)}, s.reason, s.at, s.detail FROM suppressions s
  WHERE (s.organization_id, s.email_key) IN (${keys}) AND s.reason NOT IN ${personalReasons} AND s.email_key NOT LIKE '% %'
  ON CONFLICT DO NOTHING`
