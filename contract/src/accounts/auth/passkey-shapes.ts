import { z } from 'zod'

export const stepToken = z.string().min(20).max(200)
export const credential = z.looseObject({ id: z.string().max(2000) })
export const passkeyOptions = z.record(z.string(), z.unknown()).describe('options for navigator.credentials, as JSON')
