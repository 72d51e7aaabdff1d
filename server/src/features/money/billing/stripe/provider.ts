import { screens } from '@twofold/contract'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { type PaymentProvider, ProviderTrouble } from '../payment-provider.ts'
import { followCheckouts, subscribe } from './checkout.ts'
import { asking, eachOf, openStripe, type Settings, type StripeRoom } from './client.ts'
import { customerOf } from './customer.ts'
import { takeTurn } from './events.queries.ts'
import { firstPlace, type HandOverPlace, handOverDue } from './hand-over.ts'
import { reconcileDaily } from './reconcile.ts'

/** Collects through Stripe: Checkout stores a card, and each monthly invoice is charged to it. */
export function createStripeProvider(platform: Platform, settings: Settings): PaymentProvider {
  const { log, database } = platform
  const room: StripeRoom = { platform, stripe: openStripe(settings) }
  const place = firstPlace()
  return {
    subscribe: (choice, plan) => asking(log, () => subscribe(room, choice, plan)),
    manage: (tenant) =>
      asking(log, async () => {
        const { id: customer } = await customerOf(room, tenant)
        const returnTo = `${platform.publicUrl()}${screens.billing}`
        return (await room.stripe.billingPortal.sessions.create({ customer, return_url: returnTo })).url
      }),
    collect: (signal) =>
      // This transaction only holds the lock for one node. The work uses separate transactions.
      acrossOrganizations(database.auxiliary, async (turn) => {
        if (!(await takeTurn(turn))) return
        await collect({ ...room, signal }, place).catch((error: unknown) => {
          // Stripe is unreachable (already logged) or this node stops. The next round continues.
          if (!(error instanceof ProviderTrouble) && error !== signal.reason) throw error
        })
      }),
  }
}

const collect = (room: StripeRoom, place: HandOverPlace): Promise<void> =>
  eachOf([() => followCheckouts(room), () => handOverDue(room, place), () => reconcileDaily(room)])
