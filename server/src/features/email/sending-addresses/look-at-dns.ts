import type { sendingAddress } from '@twofold/contract'
import { areFound, dnsLinesOf, lookForLines } from '../../../platform/mail/dns-lines.ts'
import { findTextsBy } from '../../../platform/mail/dns-texts.ts'
import { domainOf } from '../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { OwnAddress } from './sending-addresses.queries.ts'

type Settings = Pick<Platform['config'], 'mailSpf' | 'dnsServers' | 'dnsWithinMs'>

/** As they are to stand in the DNS; what was found is not known yet. */
export const linesOf = ({ mailSpf }: Settings, { address, selector, publicKey }: OwnAddress) =>
  dnsLinesOf({ domain: domainOf(address), dkim: { selector, publicKey }, spf: mailSpf })

export type Look = {
  readonly lines: readonly sendingAddress.DnsLine[]
  /** Null: the DNS did not say, so that what held before holds on. */
  readonly isUsed: boolean | null
}

/** Asks the DNS, for as long as the settings say. No transaction may wait for it. */
export async function lookAtDns(config: Settings, own: OwnAddress): Promise<Look> {
  const lines = await lookForLines(linesOf(config, own), findTextsBy(config.dnsServers, config.dnsWithinMs))
  const isKnown = lines.every(({ state }) => state !== 'unknown') || lines.some(({ state }) => isAgainst(state))
  return { lines, isUsed: isKnown ? areFound(lines) : null }
}

const isAgainst = (state: sendingAddress.DnsLine['state']): boolean => state === 'missing' || state === 'different'
