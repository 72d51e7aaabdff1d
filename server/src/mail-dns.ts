import { readConfig, SettingsError } from './config.ts'
import { domainOf, senderAddress } from './platform/mail/address-text.ts'
import {
  areAllFound,
  checkDnsRecords,
  createTxtResolver,
  dnsRecordsOf,
  publicKeyOf,
} from './platform/mail/dns-records.ts'

// `npm run mail-dns`, with or without a running server. Read-only; exits with code 1 if a DNS record is missing.

async function main(): Promise<void> {
  const { mailFrom, dkim, mailSpf, dnsServers } = readConfig(process.env)
  const domain = domainOf(senderAddress(mailFrom))
  const own = dkim && { selector: dkim.selector, publicKey: publicKeyOf(dkim.privateKey) }
  const lines = await checkDnsRecords(dnsRecordsOf({ domain, dkim: own, spf: mailSpf }), createTxtResolver(dnsServers))
  for (const { what, name, value, state, found } of lines) {
    console.log(`${what.toUpperCase()}: ${state === 'unknown' ? 'the DNS server didn’t answer' : state}`)
    console.log(`  ${name} TXT "${value}"`)
    if (state === 'different') for (const text of found) console.log(`  stands there: "${text}"`)
  }
  if (!own) console.log('DKIM: DKIM_KEY isn’t set, so your mail provider must sign. Its records aren’t checked here.')
  if (!mailSpf) console.log('SPF: MAIL_SPF isn’t set, so this record isn’t checked here.')
  process.exitCode = areAllFound(lines) ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SettingsError ? error.problems.join('\n') : error)
  process.exitCode = 1
}
