import { Stripe } from 'stripe'
import type { Config } from '../../../../config.ts'
import type { Log } from '../../../../platform/runtime/log.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { ProviderTrouble } from '../payment-provider.ts'

export type Settings = NonNullable<Config['stripe']>

/** What each part of it is handed. */
export type StripeRoom = {
  readonly platform: Platform
  readonly stripe: Stripe
  /** Of work that nobody waits for: the node stops. */
  readonly signal?: AbortSignal
}

/** A person waits for most of what is asked. */
const patienceMs = 10_000

/** Stripe's own library, pointed at `STRIPE_API_BASE`. It repeats a call that was cut off, with the same idempotency key. */
export function openStripe({ secretKey, apiBase }: Settings): Stripe {
  const { hostname, port, protocol } = new URL(apiBase)
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 1,
    timeout: patienceMs,
    telemetry: false,
  })
}

const { StripeError, StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors

/** What Stripe has no such thing of: it was deleted there, or is another account's. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing'

/**
 * Work that asks Stripe. Of what it refuses or does not answer only codes are logged, for its sentences name keys and people.
 * @throws ProviderTrouble
 */
export async function asking<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const of =
      error instanceof StripeAuthenticationError ? 'all' : error instanceof StripePermissionError ? 'right' : 'this'
    const isRefused = of !== 'this' || error instanceof StripeInvalidRequestError
    const { type, code, param, statusCode, requestId } = error
    log[isRefused ? 'error' : 'warn'](
      { type, code, param, statusCode, requestId },
      'Stripe did not do what it was asked',
    )
    throw new ProviderTrouble(isRefused ? 'refused' : 'unreachable', of)
  }
}

/**
 * The same where a refusal concerns one thing of many: the others go on. Answers whether it was done. A key that is wrong, or has no
 * right to such things, says nothing of any one.
 * @throws ProviderTrouble
 */
export async function asked(log: Log, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await asking(log, work)
    return true
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused' && error.of === 'this') return false
    throw error
  }
}

/** Whether it was done. False: this key has no right to it, which is no reason to leave out other things. @throws ProviderTrouble */
export async function ifAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ProviderTrouble && error.of === 'right') return false
    throw error
  }
}

/**
 * Does all of these, one after the other: what Stripe refuses one of them, as to a key that lacks a right, holds up no other. Where it
 * does not answer, the others would wait for nothing.
 * @throws ProviderTrouble the first one, when the others are done
 */
export async function eachOf(parts: readonly (() => Promise<void>)[]): Promise<void> {
  let trouble: ProviderTrouble | undefined
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      if (!(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error
      trouble ??= error
    }
  }
  if (trouble) throw trouble
}
