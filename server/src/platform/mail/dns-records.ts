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
  const createLine = (kind: DnsLine['what'], name: string, value: string): DnsLine => {
    return { what: kind, name, value, state: 'unchecked', found: [] }
  }
  return [
    ...(dkim
      ? [createLine('dkim', `${dkim.selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${dkim.publicKey}`)]
      : []),
    ...(spf ? [createLine('spf', domain, `v=spf1 ${spf} ~all`)] : []),
    createLine('dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=none'),
  ]
}

/** Looks up all records in parallel, within the time limit of a single lookup. */
export const checkDnsRecords = (lines: readonly DnsLine[], find: ResolveTxt): Promise<DnsLine[]> =>
  Promise.all(lines.map((line) => lookups[line.what](line, find)))

/** Returns whether all records are published. */
export const areAllFound = (lines: readonly DnsLine[]): boolean =>
  lines.length > 0 && lines.every(({ state }) => state === 'found')

const lookups: Readonly<Record<DnsLine['what'], (line: DnsLine, find: ResolveTxt) => Promise<DnsLine>>> = {
  dkim: async (line, find) => {
    const texts = await find(line.name)
    return withResult(line, texts, (text) => findKey(text) === findKey(line.value))
  },
  spf: async (line, find) => {
    const texts = (await find(line.name))?.filter((text) => /^v=spf1(?: |$)/i.test(text)) ?? null
    const [mechanism = ''] = line.value.split(' ').slice(1)
    const [policy] = texts ?? []
    if (policy === undefined) return withResult(line, texts, () => false)
    const names = policy.toLowerCase().split(/ +/)
    // Two policies are invalid: RFC 7208, 4.5.
    const isNamed = texts?.length === 1 && (names.includes(mechanism) || names.includes(`+${mechanism}`))
    const value = names.includes(mechanism) ? policy : policy.replace(/^v=spf1/i, `v=spf1 ${mechanism}`)
    return withResult({ ...line, value }, texts, () => isNamed)
  },
  dmarc: async (line, find) => {
    const answers = await Promise.all(listParentNames(line.name).map(find))
    const policies = answers.map((texts) => texts?.filter((text) => /^v=DMARC1(?:[; ]|$)/i.test(text)) ?? null)
    const nearestPolicy = policies.find((texts) => texts === null || texts.length > 0)
    return withResult(line, nearestPolicy === undefined ? [] : nearestPolicy, () => true)
  },
}

/** A domain without a policy inherits its parent's: RFC 9989, 4.10. */
function listParentNames(name: string): string[] {
  const labels = name.split('.').slice(1)
  return labels.slice(0, Math.min(4, labels.length - 1)).map((_, level) => `_dmarc.${labels.slice(level).join('.')}`)
}

const maxShownTexts = 3
const maxShownCharacters = 500

function withResult(line: DnsLine, texts: readonly string[] | null, isExpected: (text: string) => boolean): DnsLine {
  if (texts === null) return { ...line, state: 'unknown', found: [] }
  const state = texts.some(isExpected) ? 'found' : texts.length === 0 ? 'missing' : 'different'
  return { ...line, state, found: texts.slice(0, maxShownTexts).map((text) => text.slice(0, maxShownCharacters)) }
}

const findKey = (record: string): string | undefined =>
  record
    .split(';')
    .map((tag) => tag.replaceAll(/\s/g, ''))
    .find((tag) => tag.startsWith('p='))
    ?.slice(2)

/** Returns the TXT records at a name; empty if there are none, null if the DNS did not respond. */
export type ResolveTxt = (name: string) => Promise<readonly string[] | null>

const maxRecords = 50
const maxCharacters = 4_000

/** Queries these servers, or those of the machine, twice each. */
export const createTxtResolver =
  (servers: readonly string[] | null, timeoutMs = 5_000): ResolveTxt =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs * 0.3, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, maxRecords).map((parts) => parts.join('').slice(0, maxCharacters))
    } catch (error) {
      return error instanceof Error && 'code' in error && isMissing(error.code) ? [] : null
    } finally {
      clearTimeout(timer)
    }
  }

const isMissing = (code: unknown): boolean => code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'
