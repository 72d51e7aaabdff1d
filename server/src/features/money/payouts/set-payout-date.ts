import { donationChanges } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { listMatchesOfPayout } from './lines.queries.ts'
import { linkBankLines } from './link-bank-lines.ts'
import { getPayoutContext } from './payout-context.ts'
import { findPayoutRow, type PayoutRow, updatePayoutDate } from './payouts.queries.ts'
import { settleBatchSize } from './record-payouts.ts'
import { lockPayouts } from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'
import { updateReceivedMoney } from './update-received-money.ts'

const { dateAhead } = donationChanges.changeMessages

/** A report has up to 4,000 lines. */
const datingTimeoutMs = 120_000

/** The payout's matches received money on this day, too. @throws Refusal invalid */
export function setPayoutDate(
  call: WriteCall,
  directory: Directory,
  payoutId: number,
  paidOn: string | null,
): Promise<PayoutRow> {
  const { platform, tenant, caller } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockPayouts(db, tenant)
      await lockFamilyForEvaluation(db, tenant.family)
      const before = await findPayoutRow(db, tenant, payoutId)
      if (!before) throw notFound()
      const payoutContext = await getPayoutContext(db, tenant, platform.clock())
      if (paidOn !== null && paidOn > payoutContext.today)
        throw new Refusal('invalid', dateAhead, { fields: { paid_on: dateAhead } })
      if (before.paid_on === paidOn) return before
      await updatePayoutDate(db, tenant, payoutId, paidOn)
      const context = {
        ...createRecordingContext({
          ...payoutContext,
          platform,
          tenant,
          directory,
          userId: caller.user.id,
          reportId: 0,
        }),
        actor: { kind: 'user', userId: caller.user.id, level: call.level } as const,
      }
      const matches = await listMatchesOfPayout(db, tenant, payoutId)
      for (let at = 0; at < matches.length; at += settleBatchSize)
        await updateReceivedMoney(db, context, matches.slice(at, at + settleBatchSize))
      await linkBankLines(db, tenant)
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: 'dated',
        subject: 'payout',
        subjectId: payoutId,
        before: { paid_on: before.paid_on },
        after: { payer: before.payer, paid_on: paidOn },
      })
      const after = await findPayoutRow(db, tenant, payoutId)
      if (!after) throw notFound()
      return after
    },
    { timeoutMs: datingTimeoutMs },
  )
}
