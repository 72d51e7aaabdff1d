import { z } from 'zod'

/** Somebody in the middle of something, and what the browser's own interface for passkeys speaks. */

export const stepText = z.string().min(20).max(200)
/** A credential as the browser hands it over; what is in it is checked when it is verified. */
export const credential = z.looseObject({ id: z.string().max(2000) })
export const passkeyOptions = z.record(z.string(), z.unknown()).describe('for navigator.credentials, as JSON')
