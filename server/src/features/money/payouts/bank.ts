import { createHash } from 'node:crypto'
import { bankLines } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import {
  type BankRow,
  confirmBankLines,
  deleteOtherBankLinks,
  insertBankLines,
  insertBankLinks,
  listBankLinks,
  listPayoutsById,
  listStoredBankLines,
  lockBankRow,
  removeBankRow,
  restoreBankRow,
  restoreRemovedBankLines,
} from './bank.queries.ts'
import { insertStatement, insertStatementLines } from './bank-statements.queries.ts'
import { linkBankLines, newBankLinks } from './link-bank-lines.ts'
import { getPayoutContext } from './payout-context.ts'
import type { Statement, StatementDefaults, StatementLine } from './reading/bank-statement.ts'
import { lockPayouts } from './reports.queries.ts'

const { bankMessages } = bankLines

/**
 * A removed line returns if it is typed in again, or with a statement unless it was removed individually from one. A
 * blank `fileName` means typed in.
 */
export async function recordBankLines(
  call: WriteCall,
  createStatement: (defaults: StatementDefaults) => Statement,
  fileName = '',
): Promise<bankLines.AddedBankLines> {
  const { platform, tenant } = call
  const now = platform.clock()
  const typed = fileName === ''
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    const { currency, today } = await getPayoutContext(db, tenant, now)
    const { lines, leftOut } = createStatement({ currency, today })
    const linesWithKeys = keyedLines(lines, currency)
    const storedLines = await listStoredBankLines(
      db,
      tenant,
      linesWithKeys.map(({ line_key }) => line_key),
    )
    const keys = new Set(storedLines.map(({ line_key }) => line_key))
    const restoredIds = storedLines
      .filter((line) => line.removed && (typed || line.typed || line.removed_whole))
      .map(({ id }) => id)
    await restoreRemovedBankLines(db, tenant, restoredIds)
    const confirmedIds = typed ? [] : storedLines.filter((line) => line.typed).map(({ id }) => id)
    await confirmBankLines(db, tenant, confirmedIds)
    const newLines = linesWithKeys.filter(({ line_key }) => !keys.has(line_key))
    const ids = [...restoredIds, ...(await insertBankLines(db, tenant, newLines, { now, typed }))]
    if (!typed && linesWithKeys.length > 0) {
      const statementId = await insertStatement(db, tenant, { fileName, userId: call.caller.user.id, now })
      const knownIds = storedLines.filter((line) => !line.removed).map(({ id }) => id)
      await insertStatementLines(db, tenant, statementId, { ids: [...ids, ...knownIds], typed: confirmedIds })
    }
    const linkedIds = new Set(await linkBankLines(db, tenant))
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'added',
      subject: 'bank line',
      subjectId: ids[0] ?? 0,
      after: { lines: ids.length },
    })
    const removedCount = storedLines.filter((line) => line.removed).length - restoredIds.length
    return {
      added: ids.length - restoredIds.length,
      back: restoredIds.length,
      known: storedLines.length - restoredIds.length - removedCount,
      removed: removedCount,
      left_out: leftOut,
      tied: ids.filter((id) => linkedIds.has(id)).length,
    }
  })
}

export async function importBankLines(
  db: Db,
  tenant: Tenant,
  lines: readonly StatementLine[],
  { now, ours: ownCurrency }: { readonly now: Date; readonly ours: 'USD' | 'CAD' },
): Promise<void> {
  await insertBankLines(db, tenant, keyedLines(lines, ownCurrency), { now, typed: false })
  await linkBankLines(db, tenant)
}

/** Uploading a statement again adds none of its equal lines twice. */
function keyedLines(lines: readonly StatementLine[], ownCurrency: 'USD' | 'CAD') {
  const occurrences = new Map<string, number>()
  return lines.map(({ day, text, cents, currency }) => {
    const foreignCurrency = currency === ownCurrency ? [] : [currency]
    const facts = JSON.stringify([day, text.replaceAll(/\s+/g, ' ').toLowerCase(), cents, ...foreignCurrency])
    const occurrence = (occurrences.get(facts) ?? 0) + 1
    occurrences.set(facts, occurrence)
    const line_key = createHash('sha256').update(`${facts} ${occurrence}`).digest('hex').slice(0, 40)
    return { line_key, day, text, cents, currency }
  })
}

export async function setPayoutsOfBankLine(
  call: WriteCall,
  lineId: number,
  payoutIds: readonly number[],
): Promise<BankRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    const before = (await listBankLinks(db, tenant, [lineId])).map(({ payout_id }) => payout_id)
    await deleteOtherBankLinks(db, tenant, line.id, payoutIds)
    await addToLine(
      db,
      tenant,
      lineId,
      payoutIds.filter((id) => !before.includes(id)),
    )
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: payoutIds.length === 0 ? 'reopened' : 'settled',
      subject: 'bank line',
      subjectId: line.id,
      before: { payouts: before },
      after: { amount: line.cents / 100, payouts: payoutIds },
    })
    const after = await lockBankRow(db, tenant, lineId)
    if (!after) throw notFound()
    return after
  })
}

/** @throws Refusal if a payout does not exist, has arrived, or would get nothing of the line */
async function addToLine(db: Db, tenant: Tenant, lineId: number, payoutIds: readonly number[]): Promise<void> {
  if (payoutIds.length === 0) return
  const line = await lockBankRow(db, tenant, lineId)
  if (!line) throw notFound()
  const foundPayouts = await listPayoutsById(db, tenant, payoutIds)
  const payouts = payoutIds.map((id) => {
    const payout = foundPayouts.find((candidate) => candidate.id === id)
    if (payout?.currency !== line.currency) throw refused(bankMessages.noPayout)
    const { gross_cents, fee_cents, arrived_cents } = payout
    if (gross_cents - fee_cents <= arrived_cents) throw new Refusal('conflict', bankMessages.taken)
    return { id, grossCents: gross_cents - arrived_cents, feeCents: fee_cents }
  })
  const links = newBankLinks(line, payouts, 'person')
  if (links.length < payouts.length) throw refused(bankMessages.nothingLeft)
  await insertBankLinks(db, tenant, links)
}

export async function removeBankLine(call: WriteCall, lineId: number): Promise<void> {
  const { platform, tenant } = call
  await inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    const links = await listBankLinks(db, tenant, [lineId])
    await removeBankRow(db, tenant, line.id, platform.clock())
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'removed',
      subject: 'bank line',
      subjectId: line.id,
      before: { day: line.day, text: line.text, amount: line.cents / 100, payouts: links.map((tie) => tie.payout_id) },
    })
  })
}

export async function restoreBankLine(call: WriteCall, lineId: number): Promise<BankRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    if (!(await restoreBankRow(db, tenant, lineId))) throw notFound()
    const line = await lockBankRow(db, tenant, lineId)
    if (!line) throw notFound()
    const links = await listBankLinks(db, tenant, [lineId])
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'restored',
      subject: 'bank line',
      subjectId: line.id,
      after: { amount: line.cents / 100, payouts: links.map((tie) => tie.payout_id) },
    })
    return line
  })
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { payout_ids: message } })
