import type { RouteDefinition } from '@twofold/contract'
import { ApiError } from './api-error.ts'

/** Answers why a call must not be made now, or null where it may. */
export type Guard = (route: RouteDefinition) => string | null

let guard: Guard | null = null

/** Every call is asked about from now on, until the answered function is called. */
export function guardCalls(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

/** Throws instead of making a call that is held back. */
export function refuseGuarded(route: RouteDefinition): void {
  const why = guard?.(route)
  if (why) throw new ApiError({ code: 'only_looking', message: why, status: 403 })
}
