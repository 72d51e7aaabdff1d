import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * SQL: the address key of a donor, which suppressions go by. People who share one have different keys (domain rule 14.1).
 * CASE, because row-level security keeps a condition with coalesce() from using an index.
 */
export const mailboxOf = (alias: string): Sql =>
  sql`(CASE WHEN ${sql.ref(`${alias}.mailbox`)} IS NULL THEN ${sql.ref(`${alias}.donor_key`)} ELSE ${sql.ref(`${alias}.mailbox`)} END)`
