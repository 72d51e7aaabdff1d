import { closing } from '@twofold/contract'
import { type Sql, sql } from '../../platform/database/sql.ts'

const { reopenDays, warnDays } = closing

/**
 * When everything in an organization (o) is erased: its days after it was closed, and never sooner than the days after its
 * administrators were told. Null for one that is open or erased, and where we closed it or its parent.
 */
export const erasesAt: Sql = sql`CASE WHEN NOT o.rule_deactivated AND o.erased_at IS NULL
  AND NOT EXISTS (SELECT FROM organizations p WHERE p.id = o.parent_id AND p.rule_deactivated)
  THEN greatest(o.cancelled_at + make_interval(days => ${reopenDays}), CASE WHEN o.erasure_warned_at >= o.cancelled_at
    THEN o.erasure_warned_at + make_interval(days => ${warnDays}) END) END`
