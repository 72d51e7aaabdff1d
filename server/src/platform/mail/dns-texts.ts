import { Resolver } from 'node:dns/promises'

/** The TXT records at a name, each as one text; none where there are none. Null: the DNS did not say in time. */
export type FindTexts = (name: string) => Promise<readonly string[] | null>

const recordsAtMost = 50
const charactersAtMost = 4_000

/** Asks these servers, or whom the machine asks, twice each. Only ever for TXT records: nothing is connected to. */
export const findTextsBy =
  (servers: readonly string[] | null, withinMs = 5_000): FindTexts =>
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
