import { z } from 'zod'

/** An API key as the organization and the key's routes return it. A separate file keeps every screen's bundle small. */

export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string().describe('all but the last four signs hidden; whole only in the answers of creating and revealing'),
  last_used_at: z.string().nullable(),
  last_ip_address: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
