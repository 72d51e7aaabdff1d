import { createPublicKey } from 'node:crypto'
import type { sendingAddress } from '@twofold/contract'
import type { FindTexts } from './dns-texts.ts'

type DnsLine = sendingAddress.DnsLine

export type SigningDomain = {
  readonly domain: string
  /** Null where the mail server signs by itself. */
  readonly dkim: { readonly selector: string; readonly publicKey: string } | null
  /** `include:spf.provider.example`; null asks for no SPF line. */
  readonly spf: string | null
}

/** Base64, as it stands in the DNS. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')

/** The TXT lines by which receivers know a domain's mails, in the order in which they matter. */
export function dnsLinesOf({ domain, dkim, spf }: SigningDomain): DnsLine[] {
  const line = (what: DnsLine['what'], name: string, value: string): DnsLine => {
    return { what, name, value, state: 'unchecked', found: [] }
  }
  return [
    ...(dkim ? [line('dkim', `${dkim.selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${dkim.publicKey}`)] : []),
    ...(spf ? [line('spf', domain, `v=spf1 ${spf} ~all`)] : []),
    line('dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=none'),
  ]
}

/** What of them is there. Asks for all beside each other; none takes longer than a lookup may. */
export const lookForLines = (lines: readonly DnsLine[], find: FindTexts): Promise<DnsLine[]> =>
  Promise.all(lines.map((line) => look[line.what](line, find)))

/** Whether receivers will know the mails: every line is there. */
export const areFound = (lines: readonly DnsLine[]): boolean =>
  lines.length > 0 && lines.every(({ state }) => state === 'found')

const look: Readonly<Record<DnsLine['what'], (line: DnsLine, find: FindTexts) => Promise<DnsLine>>> = {
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
    // Two policies are none: RFC 7208, 4.5.
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

/** A domain without a policy has that of the one above it: RFC 9989, 4.10. */
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

/** The key of a DKIM record, without the blanks that some put between its parts. */
const keyIn = (record: string): string | undefined =>
  record
    .split(';')
    .map((tag) => tag.replaceAll(/\s/g, ''))
    .find((tag) => tag.startsWith('p='))
    ?.slice(2)
