import { type companies, directory } from '@twofold/contract'
import type { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import {
  deleteRate,
  listExchangeRates,
  scheduleExchangedReevaluation,
  upsertRate,
} from '../../../core/companies/index.ts'
import type { DirectoryChangeContext, Made } from '../../changes/index.ts'

type Rate = z.output<typeof companies.saveExchangeRate.body>

async function rateOf(db: Db, since: string): Promise<Rate | null> {
  const found = (await listExchangeRates(db)).find((rate) => rate.since === since)
  return found ? { since, cad_per_usd: found.cad_per_usd, source: found.source } : null
}

/** @throws invalid */
export async function changeRate(db: Db, by: DirectoryChangeContext, after: Rate): Promise<Made> {
  const before = await rateOf(db, after.since)
  if (before?.cad_per_usd === after.cad_per_usd && before.source === after.source) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  await upsertRate(db, after, by.caller.user.id, by.platform.clock())
  return {
    kind: 'rate',
    companyId: null,
    subject: `Exchange rate from ${after.since} on`,
    changes: [
      { term: 'US$1', from: before ? `CA$${before.cad_per_usd}` : '', to: `CA$${after.cad_per_usd}` },
      { term: 'Source', from: before?.source ?? '', to: after.source },
    ].filter(({ from, to }) => from !== to),
    undo: { rate: { before, after } },
    reevaluatedIds: [],
  }
}

/** Returns the number of gifts to evaluate again. */
export async function restoreRate(
  db: Db,
  by: DirectoryChangeContext,
  { before, after }: { readonly before: Rate | null; readonly after: Rate },
  now: Date,
): Promise<number> {
  const current = await rateOf(db, after.since)
  if (current?.cad_per_usd !== after.cad_per_usd || current.source !== after.source) {
    throw new Refusal('conflict', directory.directoryMessages.tooLate)
  }
  if (before) await upsertRate(db, before, by.caller.user.id, now)
  else await deleteRate(db, after.since)
  return scheduleExchangedReevaluation(db, now)
}
