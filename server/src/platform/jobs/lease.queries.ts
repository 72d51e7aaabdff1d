import { sql } from '../database/sql.ts'

/**
 * Renewed while the worker is running. Uses the database's clock, because nodes with different clocks must not take
 * each other's rows.
 */
export const leaseSeconds = 30

/** SQL: the name of this node, which is the application name of all its connections (`openDatabase`). */
export const thisNode = sql`current_setting('application_name')`

/**
 * SQL: whether the row is free. Its lease has expired, and the node that was sending it (`handed_by`) is gone or is
 * this one. A node that is connected but unresponsive may be frozen and continue later, so its rows wait for ten
 * minutes.
 */
export const isClaimable = sql`(locked_until IS NULL OR locked_until < clock_timestamp() AND (
  handed_by IS NULL OR handed_by = ${thisNode} OR locked_until < clock_timestamp() - interval '10 minutes'
  OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = handed_by)))`
