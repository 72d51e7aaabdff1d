import { sql } from '../database/sql.ts'

/** The database's clock applies, because nodes with different clocks must not take each other's rows. */
export const leaseSeconds = 30

/** SQL: the name of this node, which is the application name of its connections. */
export const thisNode = sql`current_setting('application_name')`

/**
 * SQL: whether the lease has expired and its node (`handed_by`) is gone or is this one. A connected but unresponsive
 * node may continue later, so its rows wait for ten minutes.
 */
export const isClaimable = sql`(locked_until IS NULL OR locked_until < clock_timestamp() AND (
  handed_by IS NULL OR handed_by = ${thisNode} OR locked_until < clock_timestamp() - interval '10 minutes'
  OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = handed_by)))`
