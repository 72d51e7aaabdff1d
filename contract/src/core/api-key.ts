import { z } from 'zod'

/** A separate file keeps every screen's bundle small. */

export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string().describe('masked except for the last four characters; complete only when created or revealed'),
  last_used_at: z.string().nullable(),
  last_ip_address: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
