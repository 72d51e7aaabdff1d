import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { sendingAddress } from '@twofold/contract'

type DnsLine = sendingAddress.DnsRecord

type SigningDomain = {
  readonly domain: string
  readonly dkim: { readonly selector: string; readonly publicKey: string } | null
  /** A mechanism such as `include:spf.provider.example`; null requires no SPF record. */
  readonly spf: string | null
}

/** Returns the public key in Base64, as used in DNS records. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')

/** Returns the TXT records that authenticate a domain's emails, in the order of importance. */
export function dnsRecordsOf({ domain, dkim, spf }: SigningDomain): DnsLine[] {
  const line = (what: DnsLine['what'], name: string, value: string): DnsLine => {
    return { what, name, value, state: 'unchecked', found: [] }
  }
  return [
    ...(dkim ? [line('dkim', `${dkim.selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${dkim.publicKey}`)] : []),
    ...(spf ? [line('spf', domain, `v=spf1 ${spf} ~all`)] : []),
    line('dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=none'),
  ]
}

/** Looks up all records in parallel, within the time limit of a single lookup. */
export const checkDnsRecords = (lines: readonly DnsLine[], find: ResolveTxt): Promise<DnsLine[]> =>
  Promise.all(lines.map((line) => look[line.what](line, find)))

/** Returns whether all records are published. */
export const areAllFound = (lines: readonly DnsLine[]): boolean =>
  lines.length > 0 && lines.every(({ state }) => state === 'found')

const look: Readonly<Record<DnsLine['what'], (line: DnsLine, find: ResolveTxt) => Promise<DnsLine>>> = {
  dkim: async (line, find) => {
    const texts = await find(line.name)
    return told(line, texts, (text) => keyIn(text) === keyIn(line.value))
  },
  spf: async (line, find) => {
    const texts = (await find(line.name))?.filter((text) => /^v=spf1(?: |$)/i.test(text)) ?? null
    const [mechanism = ''] = line.value.split(' ').slice(1)
    const [policy] = texts ?? []
    if (policy === undefined) return told(line, texts, () => false)
    const names = policy.toLowerCase().split(/ +/)
    // Two policies are invalid: RFC 7208, 4.5.
    const isNamed = texts?.length === 1 && (names.includes(mechanism) || names.includes(`+${mechanism}`))
    const value = names.includes(mechanism) ? policy : policy.replace(/^v=spf1/i, `v=spf1 ${mechanism}`)
    return told({ ...line, value }, texts, () => isNamed)
  },
  dmarc: async (line, find) => {
    const found = await Promise.all(namesUp(line.name).map(find))
    const policies = found.map((texts) => texts?.filter((text) => /^v=DMARC1(?:[; ]|$)/i.test(text)) ?? null)
    const nearest = policies.find((texts) => texts === null || texts.length > 0)
    return told(line, nearest === undefined ? [] : nearest, () => true)
  },
}

/** A domain without a policy inherits its parent's: RFC 9989, 4.10. */
function namesUp(name: string): string[] {
  const labels = name.split('.').slice(1)
  return labels.slice(0, Math.min(4, labels.length - 1)).map((_, up) => `_dmarc.${labels.slice(up).join('.')}`)
}

const shownAtMost = 3
const shownCharacters = 500

function told(line: DnsLine, texts: readonly string[] | null, isIt: (text: string) => boolean): DnsLine {
  if (texts === null) return { ...line, state: 'unknown', found: [] }
  const state = texts.some(isIt) ? 'found' : texts.length === 0 ? 'missing' : 'different'
  return { ...line, state, found: texts.slice(0, shownAtMost).map((text) => text.slice(0, shownCharacters)) }
}

const keyIn = (record: string): string | undefined =>
  record
    .split(';')
    .map((tag) => tag.replaceAll(/\s/g, ''))
    .find((tag) => tag.startsWith('p='))
    ?.slice(2)

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
