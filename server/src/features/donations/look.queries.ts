import type { donations } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { leftJoined, type Sql, type Statement, sql } from '../../platform/database/sql.ts'
import { columnJoins, shownColumns, shownRow } from './columns.queries.ts'
import {
  type DonationFilter,
  type FoundDonors,
  foundOneByOne,
  inDays,
  listed,
  ofOrganizations,
} from './filter.queries.ts'

/** Gifts in one of the list's orders. */
export type Order = { readonly field: (typeof donations.sortFields)[number]; readonly ascending: boolean }
export type Page = Order & { readonly offset: number; readonly limit: number }

/** A gift's place in an order: what it is ordered by, as PostgreSQL writes it, and its number. */
export type Place = { readonly key: string; readonly id: number }

export const sortKeys = { donated_at: 'donated_at', amount: 'amount_cents', id: 'id' } as const
const keyTypes = { donated_at: 'timestamp', amount: 'bigint', id: 'bigint' } as const

const directionOf = ({ ascending }: Order): Sql => (ascending ? sql`ASC` : sql`DESC`)

/** Behind a place in the order; null is before the first. */
function behind(order: Order, place: Place | null): Sql {
  if (place === null) return sql``
  return sql`AND ${rowOf(order)} ${order.ascending ? sql`>` : sql`<`} ${valuesOf(order, place)}`
}

/** Up to a place in the order, itself included; null is to the last. */
function upTo(order: Order, place: Place | null): Sql {
  if (place === null) return sql``
  return sql`AND ${rowOf(order)} ${order.ascending ? sql`<=` : sql`>=`} ${valuesOf(order, place)}`
}

const rowOf = ({ field }: Order): Sql => sql`(${sql.ref(`d.${sortKeys[field]}`)}, d.id)`
const valuesOf = ({ field }: Order, { key, id }: Place): Sql =>
  sql`(${key}::${sql.raw(keyTypes[field])}, ${id}::bigint)`

const placeRow = z.object({ key: z.string(), id: z.int() })

/**
 * The place up to which so many gifts stand behind another, whatever else is asked of them: read off the order's index. Of a
 * family it is the nearest of its organizations' places. Null where fewer are left.
 */
export async function findPlace(
  db: Db,
  filter: DonationFilter,
  order: Order,
  from: Place | null,
  gifts: number,
): Promise<Place | null> {
  const { organizationIds } = filter
  const direction = directionOf(order)
  const each = Math.max(1, Math.ceil(gifts / Math.max(1, organizationIds.length)))
  const key = sql.ref(sortKeys[order.field])
  // Named outright where there is one, so that the planner knows how much it holds and walks its index in order.
  const organization = organizationIds.length === 1 ? sql`${organizationIds[0]}::bigint` : sql`o.id`
  const { rows } = await sql(placeRow)`
    SELECT place.key::text AS key, place.id FROM unnest(${[...organizationIds]}::bigint[]) AS o (id), LATERAL (
      SELECT d.${key} AS key, d.id FROM donations d
      WHERE ${listed(filter)} AND d.organization_id = ${organization} ${inDays(filter)} ${behind(order, from)}
      ORDER BY d.${key} ${direction}, d.id ${direction} OFFSET ${each - 1} LIMIT 1) AS place
    ORDER BY place.key ${direction}, place.id ${direction} LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A part of an order, and which of the gifts found in it are wanted. */
export type Stretch = {
  readonly order: Order
  readonly from: Place | null
  readonly to: Place | null
  readonly skip: number
  readonly take: number
}

const lookedRow = leftJoined(z.object({ looked: z.int(), found: z.int() }), shownRow)
export type LookedRow = z.infer<typeof lookedRow>

/** How many gifts a stretch has and how many of them the filter finds; the wanted ones, or one row that holds nothing else. */
export function lookThrough(
  filter: DonationFilter,
  donors: FoundDonors,
  { order, from, to, skip, take }: Stretch,
): Statement<LookedRow> {
  // Taken first, whatever else is asked: all else was tried before, and took too long.
  const ofStretch = sql`${listed(filter)} ${ofOrganizations(filter)} ${inDays(filter)} ${behind(order, from)} ${upTo(order, to)}`
  const direction = directionOf(order)
  const key = sql.ref(sortKeys[order.field])
  return sql(lookedRow)`
    WITH found AS MATERIALIZED (
      SELECT d.organization_id, d.id, d.${key} AS key
      FROM (SELECT * FROM donations d WHERE ${ofStretch} OFFSET 0) AS d WHERE ${foundOneByOne(filter, donors)})
    SELECT counted.looked, counted.found, shown.*
    FROM (SELECT (SELECT count(*) FROM donations d WHERE ${ofStretch}) AS looked,
      (SELECT count(*) FROM found) AS found) AS counted
    LEFT JOIN (
      SELECT ${shownColumns} FROM (
        SELECT * FROM found ORDER BY key ${direction}, id ${direction} OFFSET ${skip} LIMIT ${take}) AS f
      JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
      ${columnJoins}) AS shown ON true
    ORDER BY shown.${key} ${direction}, shown.id ${direction}`
}
