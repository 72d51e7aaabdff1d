import { createHash } from 'node:crypto'
import { bankLines } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { writeAudit } from '../audit/index.ts'
import type { Writing } from '../donations/index.ts'
import {
  type BankRow,
  findPlaceAtBank,
  insertBankLines,
  lockBankRow,
  removeBankRow,
  restoreBankRow,
  tieBankRow,
} from './bank.queries.ts'
import type { Statement, StatementLine } from './reading/bank-statement.ts'
import { waitForPayouts } from './reports.queries.ts'
import { placeOf } from './run-report.ts'
import { tieBankLines } from './tie-bank-lines.ts'

const { bankMessages } = bankLines

/** Records what came in by the bank; lines that are here already stay as they are. `typed`: one that was removed comes back. */
export async function addToBank(
  call: Writing,
  statement: (today: string) => Statement,
  { typed = false } = {},
): Promise<bankLines.AddedBankLines> {
  const { platform, tenant } = call
  const now = platform.clock()
  return inTenant(platform.database, tenant, async (db) => {
    await waitForPayouts(db, tenant)
    const { currency, today } = await placeOf(db, tenant, now)
    const { lines, leftOut } = statement(today)
    const ids = await insertBankLines(db, tenant, keyedLines(lines, currency), { now, revives: typed })
    const tied = new Set(await tieBankLines(db, tenant))
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'added',
      subject: 'bank line',
      subjectId: ids[0] ?? 0,
      after: { lines: ids.length },
    })
    return {
      added: ids.length,
      known: lines.length - ids.length,
      left_out: leftOut,
      tied: ids.filter((id) => tied.has(id)).length,
    }
  })
}

/** Equal lines of one statement are told apart by their order, so that the same statement brings none of them twice. */
function keyedLines(lines: readonly StatementLine[], currency: 'USD' | 'CAD') {
  const seen = new Map<string, number>()
  return lines.map(({ day, text, cents }) => {
    const facts = JSON.stringify([day, text.replaceAll(/\s+/g, ' ').toLowerCase(), cents])
    const times = (seen.get(facts) ?? 0) + 1
    seen.set(facts, times)
    const line_key = createHash('sha256').update(`${facts} ${times}`).digest('hex').slice(0, 40)
    return { line_key, day, text, cents, currency }
  })
}

/** Says which payout a line is, or that it is none (null). */
export async function settleBank(call: Writing, lineId: number, payoutId: number | null): Promise<BankRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await waitForPayouts(db, tenant)
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    if (payoutId !== null && line.payout_id !== payoutId) await checkPlace(db, tenant, line, payoutId)
    await tieBankRow(db, tenant, line.id, payoutId, 'person')
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: payoutId === null ? 'reopened' : 'settled',
      subject: 'bank line',
      subjectId: line.id,
      before: { payout: line.payout_id },
      after: { amount: line.cents / 100, payout: payoutId },
    })
    const after = await lockBankRow(db, tenant, lineId)
    if (!after) throw notFound()
    return after
  })
}

/** Takes a line away that should not be here; its payout waits for the right one. */
export async function removeFromBank(call: Writing, lineId: number): Promise<void> {
  const { platform, tenant } = call
  await inTenant(platform.database, tenant, async (db) => {
    await waitForPayouts(db, tenant)
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    await removeBankRow(db, tenant, line.id, platform.clock())
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'removed',
      subject: 'bank line',
      subjectId: line.id,
      before: { day: line.day, text: line.text, amount: line.cents / 100, payout: line.payout_id },
    })
  })
}

/** Brings it back as it was. @throws Refusal not_found where it was not removed */
export async function restoreToBank(call: Writing, lineId: number): Promise<BankRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await waitForPayouts(db, tenant)
    if (!(await restoreBankRow(db, tenant, lineId))) throw notFound()
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'restored',
      subject: 'bank line',
      subjectId: line.id,
      after: { amount: line.cents / 100, payout: line.payout_id },
    })
    return line
  })
}

async function checkPlace(db: Db, tenant: Tenant, line: BankRow, payoutId: number): Promise<void> {
  const place = await findPlaceAtBank(db, tenant, payoutId)
  if (!place || place.currency !== line.currency) throw refused(bankMessages.noPayout)
  if (place.taken) throw new Refusal('conflict', bankMessages.taken)
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { payout_id: message } })
