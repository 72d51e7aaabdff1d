import { donationChanges, payouts } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { hasRunningUndo } from '../../donations/undos/index.ts'
import { companyOfPayer, payerName, referencesIn } from './reading/cells.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import { recordFinishedReport } from './record-finished-report.ts'
import { findReport, lockPayouts } from './reports.queries.ts'

const { payoutMessages: messages } = payouts
const { dateAhead } = donationChanges.changeMessages

/** @throws Refusal conflict; invalid */
export async function addCheck(call: WriteCall, directory: Directory, check: payouts.CheckForm) {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    if (await hasRunningUndo(db, 'payout_reports', tenant)) throw new Refusal('conflict', messages.undoing)
    const recordingOptions = { platform, tenant, directory, userId: caller.user.id }
    const { reportId, known, payoutIds } = await recordFinishedReport(
      db,
      recordingOptions,
      null,
      ({ currency, today }) => {
        if (check.paid_on > today) throw new Refusal('invalid', dateAhead, { fields: { paid_on: dateAhead } })
        return [payoutOf(check, currency)]
      },
    )
    const [payoutId] = payoutIds
    if (payoutId === undefined) throw new Error('a check is in no payout')
    if (known > 0) {
      const message = check.reference === '' ? messages.knownUnnumbered : messages.known
      throw new Refusal('conflict', message, { current: { payout_id: payoutId } satisfies payouts.KnownCheck })
    }
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'added',
      subject: 'payout',
      subjectId: reportId,
      after: { payer: check.payer, number: check.reference, lines: check.lines.length },
    })
    const row = await findReport(db, tenant, reportId)
    if (!row) throw new Error('the report was inserted and is gone')
    return { row, payoutId }
  })
}

function payoutOf(check: payouts.CheckForm, currency: 'USD' | 'CAD'): ReportedPayout {
  const payer = payerName(check.payer)
  const lines = check.lines.map(
    (line, at): ReportLine => ({
      row: at + 1,
      sheetRow: at + 1,
      kind: 'match',
      lineId: '',
      donorName: line.donor_name,
      donorEmail: line.donor_email,
      company: companyOfPayer(payer),
      project: '',
      day: null,
      giftCents: 0,
      matchCents: Math.round(line.amount * 100),
      feeCents: 0,
      statedGiftCents: null,
      balanceCents: null,
      note: line.note,
      references: referencesIn([line.note]),
    }),
  )
  return {
    reference: check.reference,
    platform: null,
    payer,
    paidOn: check.paid_on,
    periodEnd: null,
    currency,
    grossCents: lines.reduce((sum, { matchCents }) => sum + matchCents, 0),
    feeCents: 0,
    lines,
  }
}
