import { donations } from '@twofold/contract'
import { z } from 'zod'
import { type Database, type Db, inTenant, isOverdue, type Tenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { ShownRow } from './columns.queries.ts'
import { type DonationFilter, findDonors } from './filter.queries.ts'
import { type Effort, type FoundPage, findPage, findSummarizedTotal } from './list.queries.ts'
import type { Page } from './look.queries.ts'
import { findPlace, lookThrough, type Place } from './look.queries.ts'

/**
 * What is tried for a page, and how long the gifts are looked through where that was not enough, and how many of them at least,
 * however slow the machine is just then. A page without an effort is looked for at once.
 */
export type Patience = {
  readonly page: Effort | null
  readonly lookMs: number
  readonly gifts: number
}

// Together below half a second, also where donors are found before the page; a further look has waited for neither before.
const usualPatience: Patience = {
  page: { timeoutMs: 200, countsAll: false },
  lookMs: 100,
  gifts: 5_000,
}
const patienceToGoOn: Patience = { ...usualPatience, lookMs: 300 }
// A program derives the number of pages from the total, so all are counted where the time allows it.
export const patienceOfPrograms: Patience = {
  ...usualPatience,
  page: { timeoutMs: null, togetherMs: 290, countsAll: true },
}

export type ListedPage = {
  readonly rows: readonly ShownRow[]
  readonly total: number
  readonly isExact: boolean
  /** Null where it was not necessary to look through the gifts, or the last was looked at. */
  readonly lookedAt: number | null
  readonly goOn: string | null
}

/**
 * A page of what the filter finds. Where the statement that the planner chooses takes too long, as for words that few gifts
 * hold together while many hold each of them, the gifts are looked through in their order as far as the time goes; the answer
 * says how far that was, and `after` goes on from there.
 */
export async function listDonations(
  database: Database,
  tenant: Tenant,
  asked: { readonly filter: DonationFilter; readonly page: Page; readonly after: string | undefined },
  patience: Patience = asked.after === undefined ? usualPatience : patienceToGoOn,
): Promise<ListedPage> {
  const { filter, page, after } = asked
  const beginning = after === undefined ? nothingSeen : readPlace(page, after)
  const look = () =>
    inTenant(database, tenant, (db) => lookOn(db, filter, page, beginning, patience), {
      readOnly: true,
      snapshot: true,
    })
  const effort = patience.page
  if (after !== undefined || effort === null) return look()
  const pageOr = async (otherwise: () => Promise<ListedPage>) => {
    try {
      return whole(await findPage(database, tenant, filter, page, effort))
    } catch (error) {
      if (!isOverdue(error)) throw error
      return otherwise()
    }
  }
  return pageOr(look)
}

const whole = (found: FoundPage): ListedPage => ({ ...found, lookedAt: null, goOn: null })

/** Donors are indexed by three letters in a row; for less each of them is read, which is what took too long before. */
const isReadOffAnIndex = ({ donorWords }: DonationFilter): boolean =>
  donorWords === null || /[\p{L}\p{N}]{3}/u.test(donorWords)

/** How far the gifts were looked through: how many, how many of them were found, and where the last one stands. */
type Seen = { readonly looked: number; readonly found: number; readonly last: Place | null }
const nothingSeen: Seen = { looked: 0, found: 0, last: null }

async function lookOn(
  db: Db,
  filter: DonationFilter,
  page: Page,
  before: Seen,
  patience: Patience,
): Promise<ListedPage> {
  const begun = performance.now()
  const donors = isReadOffAnIndex(filter) ? await findDonors(db, filter) : 'many'
  const isNobody = donors !== null && donors !== 'many' && donors.length === 0
  if (isNobody) return { rows: [], total: 0, isExact: true, lookedAt: null, goOn: null }
  const rows: ShownRow[] = []
  const end = page.offset + page.limit
  let seen = before
  let gifts = patience.gifts
  for (;;) {
    const since = performance.now()
    const to = await findPlace(db, filter, page, seen.last, gifts)
    const skip = Math.max(0, page.offset - seen.found)
    const take = Math.max(0, Math.min(page.limit, end - seen.found))
    const { rows: part } = await lookThrough(filter, donors, { order: page, from: seen.last, to, skip, take }).execute(
      db,
    )
    rows.push(...part.filter((row) => row.id !== null))
    seen = {
      looked: seen.looked + (part[0]?.looked ?? 0),
      found: seen.found + (part[0]?.found ?? 0),
      last: to,
    }
    if (to === null) return { rows, total: seen.found, isExact: true, lookedAt: null, goOn: null }
    const now = performance.now()
    const left = patience.lookMs - (now - begun)
    if (left <= 0 || seen.found > donations.countedAtMost) break
    // A third of what the time would do: the next ones may be dearer.
    gifts = Math.max(patience.gifts, Math.floor((gifts * left) / (3 * Math.max(1, now - since))))
  }
  const known = await findSummarizedTotal(db, filter)
  return {
    rows,
    total: known ?? seen.found,
    isExact: known !== null,
    lookedAt: seen.looked,
    goOn: seen.found < end ? writePlace(seen) : null,
  }
}

/** As PostgreSQL writes it: it knows no year 0, and refuses a text that is too long. */
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/)
  .refine(
    (text) => !text.startsWith('0000') && z.iso.datetime({ local: true }).safeParse(text.replace(' ', 'T')).success,
  )
const number = z.string().max(16).regex(/^\d+$/)
const keyOnWire = { donated_at: moment, amount: number, id: number } as const
const count = z.int().min(0)

const writePlace = ({ last, looked, found }: Seen): string | null =>
  last && Buffer.from(JSON.stringify([last.key, last.id, looked, found])).toString('base64url')

function readPlace({ field }: Page, text: string): Seen {
  try {
    const shape = z.tuple([keyOnWire[field], count, count, count])
    const [key, id, looked, found] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { last: { key, id }, looked, found }
  } catch {
    throw new Refusal('invalid', donations.goOnMessage)
  }
}
