import type { sendingAddress } from '@twofold/contract'
import { areFound, dnsLinesOf, lookForLines } from '../../../platform/mail/dns-lines.ts'
import { findTextsBy } from '../../../platform/mail/dns-texts.ts'
import { domainOf } from '../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { OwnAddress } from './sending-addresses.queries.ts'

type Settings = Pick<Platform['config'], 'mailSpf' | 'dnsServers' | 'dnsWithinMs'>

/** Returns the required DNS records, without lookup results. */
export const linesOf = ({ mailSpf }: Settings, { address, selector, publicKey }: OwnAddress) =>
  dnsLinesOf({ domain: domainOf(address), dkim: { selector, publicKey }, spf: mailSpf })

export type Look = {
  readonly lines: readonly sendingAddress.DnsLine[]
  /** Null: the DNS did not respond, so the previous state stays. */
  readonly isUsed: boolean | null
}

/** Queries the DNS within the configured timeout. Do not call it inside a transaction. */
export async function lookAtDns(config: Settings, own: OwnAddress): Promise<Look> {
  const lines = await lookForLines(linesOf(config, own), findTextsBy(config.dnsServers, config.dnsWithinMs))
  const isKnown = lines.every(({ state }) => state !== 'unknown') || lines.some(({ state }) => isAgainst(state))
  return { lines, isUsed: isKnown ? areFound(lines) : null }
}

const isAgainst = (state: sendingAddress.DnsLine['state']): boolean => state === 'missing' || state === 'different'
