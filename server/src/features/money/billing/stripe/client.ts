import { Stripe } from 'stripe'
import type { Config } from '../../../../config.ts'
import type { Log } from '../../../../platform/runtime/log.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { ProviderError } from '../payment-provider.ts'

export type StripeSettings = NonNullable<Config['stripe']>

export type StripeContext = {
  readonly platform: Platform
  readonly stripe: Stripe
  readonly signal?: AbortSignal
}

/** Short, because a person waits. */
const requestTimeoutMs = 10_000

/** Retries an interrupted request with the same idempotency key. */
export function openStripe({ secretKey, apiBase }: StripeSettings): Stripe {
  const { hostname, port, protocol } = new URL(apiBase)
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 1,
    timeout: requestTimeoutMs,
    telemetry: false,
  })
}

const { StripeError, StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors

/** True for deleted objects and those of another account. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing'

/** Stripe's messages contain keys and personal data, so only codes are logged. @throws ProviderError */
export async function callStripe<T>(log: Log, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const scope =
      error instanceof StripeAuthenticationError ? 'all' : error instanceof StripePermissionError ? 'right' : 'this'
    const isRefused = scope !== 'this' || error instanceof StripeInvalidRequestError
    const { type, code, param, statusCode, requestId } = error
    log[isRefused ? 'error' : 'warn'](
      { type, code, param, statusCode, requestId },
      'Stripe didn’t complete the request',
    )
    throw new ProviderError(isRefused ? 'refused' : 'unreachable', scope)
  }
}

/** A refusal of one object returns false, so the others continue. @throws ProviderError if all objects are affected */
export async function tryCallStripe(log: Log, operation: () => Promise<unknown>): Promise<boolean> {
  try {
    await callStripe(log, operation)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused' && error.scope === 'this') return false
    throw error
  }
}

/** Returns false if the key lacks the permission. @throws ProviderError */
export async function ifAllowed(operation: () => Promise<unknown>): Promise<boolean> {
  try {
    await operation()
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.scope === 'right') return false
    throw error
  }
}

/**
 * A refusal does not stop the other parts; an unreachable Stripe does. @throws ProviderError the first one, at the end
 */
export async function runEach(parts: readonly (() => Promise<void>)[]): Promise<void> {
  let firstError: ProviderError | undefined
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
      firstError ??= error
    }
  }
  if (firstError) throw firstError
}
