import type { Config } from '../../config.ts'
import { type Database, readOnly, withoutTenant } from '../database/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { getOutgoing, holdUnlessRunning } from './outgoing.queries.ts'

/** Holds email, webhooks, and charges on all nodes if OUTGOING=paused. */
export async function holdOutgoing(
  { outgoing }: Config,
  database: Database,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<void> {
  if (outgoing === 'paused') await withoutTenant(database, (db) => holdUnlessRunning(db, clock()))
  const { held_since: since } = await withoutTenant(readOnly(database), getOutgoing)
  if (since) log.warn({ since }, 'email, webhooks and charges are held until a super user releases them in the portal')
}

/** Returns whether email, webhooks, and charges wait for a super user. */
export const isOutgoingHeld = async (database: Database): Promise<boolean> =>
  (await withoutTenant(readOnly(database), getOutgoing)).held_since !== null
