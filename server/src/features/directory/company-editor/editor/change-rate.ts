import { type companies, directory } from '@twofold/contract'
import type { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import {
  deleteRate,
  listExchangeRates,
  lockDirectory,
  scheduleExchangedReevaluation,
  upsertRate,
} from '../../../core/companies/index.ts'
import {
  type DirectoryChangeContext,
  type DirectoryTransaction,
  recordChange,
  reevaluationDelaySeconds,
  reevaluationQueue,
} from './record-change.ts'

type Rate = Pick<companies.ExchangeRate, 'since' | 'cad_per_usd' | 'source'>

const rateOf = async (db: Db, since: string): Promise<Rate | null> => {
  const found = (await listExchangeRates(db)).find((rate) => rate.since === since)
  return found ? { since, cad_per_usd: found.cad_per_usd, source: found.source } : null
}

/** Schedules the evaluation of gifts in the other currency. @throws invalid */
export async function changeRate(
  work: DirectoryTransaction,
  by: DirectoryChangeContext,
  form: z.output<typeof companies.saveExchangeRate.body>,
): Promise<void> {
  const { db } = work
  await lockDirectory(db)
  const before = await rateOf(db, form.since)
  const after: Rate = { since: form.since, cad_per_usd: form.cad_per_usd, source: form.source }
  if (before?.cad_per_usd === after.cad_per_usd && before.source === after.source) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  const now = by.platform.clock()
  await upsertRate(db, after, by.caller.user.id, now)
  await recordChange(work, by, {
    kind: 'rate',
    companyId: null,
    subject: `Exchange rate from ${after.since} on`,
    changes: [
      { term: 'US$1', from: before ? `CA$${before.cad_per_usd}` : '', to: `CA$${after.cad_per_usd}` },
      { term: 'Source', from: before?.source ?? '', to: after.source },
    ].filter(({ from, to }) => from !== to),
    undo: { rate: { before, after } },
    lookedAt: [],
    at: now,
  })
  await lookAtExchanged(work, by, now)
}

export async function restoreRate(
  work: DirectoryTransaction,
  by: DirectoryChangeContext,
  { before, after }: { before: Rate | null; after: Rate },
  now: Date,
) {
  const current = await rateOf(work.db, after.since)
  if (current?.cad_per_usd !== after.cad_per_usd || current.source !== after.source) {
    throw new Refusal('conflict', directory.directoryMessages.tooLate)
  }
  if (before) await upsertRate(work.db, before, by.caller.user.id, now)
  else await deleteRate(work.db, after.since)
  await lookAtExchanged(work, by, now)
}

async function lookAtExchanged(
  { db, client }: DirectoryTransaction,
  { platform }: DirectoryChangeContext,
  now: Date,
): Promise<void> {
  const gifts = await scheduleExchangedReevaluation(db, now)
  if (gifts > 0) await platform.jobs.add(client, reevaluationQueue, {}, reevaluationDelaySeconds)
}
