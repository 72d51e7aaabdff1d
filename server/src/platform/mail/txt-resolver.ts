import { Resolver } from 'node:dns/promises'

/** Returns the TXT records at a name; empty if there are none, null if the DNS did not respond. */
export type ResolveTxt = (name: string) => Promise<readonly string[] | null>

const recordsAtMost = 50
const charactersAtMost = 4_000

/** Queries these servers, or those of the machine, twice each. */
export const createTxtResolver =
  (servers: readonly string[] | null, withinMs = 5_000): ResolveTxt =>
  async (name) => {
    const resolver = new Resolver({ timeout: withinMs * 0.3, tries: 2 })
    if (servers) resolver.setServers(servers)
    const giveUp = setTimeout(() => resolver.cancel(), withinMs)
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, recordsAtMost).map((parts) => parts.join('').slice(0, charactersAtMost))
    } catch (error) {
      return error instanceof Error && 'code' in error && isNone(error.code) ? [] : null
    } finally {
      clearTimeout(giveUp)
    }
  }

const isNone = (code: unknown): boolean => code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'
