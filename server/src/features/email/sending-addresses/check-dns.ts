import type { sendingAddress } from '@twofold/contract'
import { domainOf } from '../../../platform/mail/address-text.ts'
import { areAllFound, checkDnsRecords, createTxtResolver, dnsRecordsOf } from '../../../platform/mail/dns-records.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { OwnAddress } from './sending-addresses.queries.ts'

type Settings = Pick<Platform['config'], 'mailSpf' | 'dnsServers' | 'dnsWithinMs'>

export const expectedDnsRecords = ({ mailSpf }: Settings, { address, selector, publicKey }: OwnAddress) =>
  dnsRecordsOf({ domain: domainOf(address), dkim: { selector, publicKey }, spf: mailSpf })

export type DnsCheck = {
  readonly lines: readonly sendingAddress.DnsRecord[]
  /** Null: the DNS did not respond, so the previous state stays. */
  readonly isUsed: boolean | null
}

/** Slow: do not call it inside a transaction. */
export async function checkDns(config: Settings, own: OwnAddress): Promise<DnsCheck> {
  const lines = await checkDnsRecords(
    expectedDnsRecords(config, own),
    createTxtResolver(config.dnsServers, config.dnsWithinMs),
  )
  const isKnown = lines.every(({ state }) => state !== 'unknown') || lines.some(({ state }) => isAgainst(state))
  return { lines, isUsed: isKnown ? areAllFound(lines) : null }
}

const isAgainst = (state: sendingAddress.DnsRecord['state']): boolean => state === 'missing' || state === 'different'
