import { createHash } from 'node:crypto'
import type { RateLimit } from '@twofold/contract'
import pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DatabaseLostError } from '../database/connection-errors.ts'
import { type Database, withoutTenant } from '../database/database.ts'
import { Refusal } from '../runtime/errors.ts'
import { clientKeyOf } from './client-key.ts'
import { deleteOldCounters } from './rate-limits.queries.ts'

/** Stores counters in PostgreSQL, so that all nodes share them. */
export function createRateLimits(database: Database) {
  const { pool } = database.auxiliary
  const storeClient = {
    query: (statement: pg.QueryConfig) =>
      pool.query(statement).catch((error: Error) => {
        throw error instanceof pg.DatabaseError ? error : new DatabaseLostError({ cause: error })
      }),
  }
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterFor = (name: string, rate: RateLimit): RateLimiterPostgres => {
    const existing = limiters.get(name)
    if (existing) return existing
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: rate.max,
      duration: rate.seconds,
    })
    limiters.set(name, limiter)
    return limiter
  }

  /** Counts one use of `name` by `key`. @throws Refusal 429 with the seconds to wait */
  const take = async (name: string, rate: RateLimit, key: string): Promise<void> => {
    try {
      await limiterFor(name, rate).consume(shortKey(key))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new Refusal('too_many_requests', `Too many attempts. Please try again in ${durationText(seconds)}.`, {
        retryAfterSeconds: seconds,
      })
    }
  }

  const refund = async (name: string, rate: RateLimit, key: string): Promise<void> => {
    await limiterFor(name, rate).reward(shortKey(key), 1)
  }

  return {
    take,
    /** Undoes one use that turned out to be legitimate. */
    refund,
    takeOfClient: (name: string, rate: RateLimit, address: string): Promise<void> =>
      take(name, rate, clientKeyOf(address)),
    releaseForClient: (name: string, rate: RateLimit, address: string): Promise<void> =>
      refund(name, rate, clientKeyOf(address)),
    forgetOld: (): Promise<boolean> => withoutTenant(database, deleteOldCounters),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

const shortKey = (key: string): string =>
  key.length > 100 || key.includes('@') ? createHash('sha256').update(key).digest('base64url') : key

const durationText = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : 'a few hours'
