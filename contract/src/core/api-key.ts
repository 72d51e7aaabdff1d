import { z } from 'zod'

/** A key as its organization and its own calls tell it. A file of its own: the organization comes with every screen. */

export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string().describe('all but the last four signs hidden; whole only in the answers of creating and revealing'),
  last_used_at: z.string().nullable(),
  last_ip_address: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
