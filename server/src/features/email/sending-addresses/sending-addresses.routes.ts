import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sendingAddress } from '@twofold/contract'
import { type Db, inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { domainOf, senderAddress } from '../../../platform/mail/address-text.ts'
import { publicKeyOf } from '../../../platform/mail/dns-records.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { checkDns, expectedDnsRecords } from './check-dns.ts'
import { sealContextOf } from './find-dkim-key.ts'
import {
  deleteOwnAddress,
  findOwnAddress,
  type OwnAddress,
  recordDnsCheck,
  renameOwnAddress,
  upsertOwnAddress,
} from './sending-addresses.queries.ts'
import { findWarmUpState } from './sending-domains.queries.ts'

const subject = 'sending address'

export const sendingAddressRoutes: ServedRoute[] = [
  serve(sendingAddress.getSendingAddress, async ({ platform, tenant }) =>
    inTenant(readOnly(platform.database), tenant, (db) => readSendingAddress(db, platform, tenant.organizationId)),
  ),

  serve(sendingAddress.chooseSendingAddress, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    if (!platform.config.ownSenders) throw notFound()
    // Slow, so it runs before any row is locked.
    const key = await generateKey(platform, organizationId)
    return inTenant(platform.database, tenant, async (db) => {
      const before = await findOwnAddress(db, organizationId)
      if (before?.address !== body.address) {
        if (before && domainOf(before.address) === domainOf(body.address))
          await renameOwnAddress(db, organizationId, body.address)
        else await upsertOwnAddress(db, { organizationId, address: body.address, ...key })
        const change = { before: { address: before?.address ?? '' }, after: { address: body.address } }
        await writeAudit(db, call, { organizationId, action: 'chosen', subject, ...change })
      }
      return readSendingAddress(db, platform, organizationId)
    })
  }),

  serve(sendingAddress.checkSendingAddress, async (call) => {
    const { platform, tenant } = call
    const { organizationId } = tenant
    const ownAddress = await inTenant(readOnly(platform.database), tenant, (db) => findOwnAddress(db, organizationId))
    if (!platform.config.ownSenders) throw notFound()
    if (!ownAddress)
      return inTenant(platform.database, tenant, (db) => readSendingAddress(db, platform, organizationId))
    const result = await checkDns(platform.config, ownAddress)
    return inTenant(platform.database, tenant, async (db) => {
      await recordDnsCheck(db, { ...ownAddress, ...result, now: platform.clock() })
      const after = { address: ownAddress.address, is_used: result.isUsed ?? ownAddress.isUsed }
      await writeAudit(db, call, { organizationId, action: 'checked', subject, after })
      return readSendingAddress(db, platform, organizationId)
    })
  }),

  serve(sendingAddress.removeSendingAddress, async (call) => {
    const { platform, tenant } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const ownAddress = await findOwnAddress(db, organizationId)
      if (ownAddress) {
        await deleteOwnAddress(db, organizationId)
        const before = { address: ownAddress.address }
        await writeAudit(db, call, { organizationId, action: 'removed', subject, before })
      }
      return readSendingAddress(db, platform, organizationId)
    })
  }),
]

const generateKeyPairAsync = promisify(generateKeyPair)

async function generateKey({ secrets }: Platform, organizationId: number) {
  const { privateKey } = await generateKeyPairAsync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return {
    // A leftover record of a former key must not pass for this one.
    selector: `twofold${randomBytes(4).toString('hex')}`,
    publicKey: publicKeyOf(pem),
    sealed: secrets.seal(pem, sealContextOf(organizationId)),
  }
}

async function readSendingAddress(
  db: Db,
  platform: Platform,
  organizationId: number,
): Promise<sendingAddress.SendingAddress> {
  const { config } = platform
  const ownAddress = await findOwnAddress(db, organizationId)
  return {
    is_offered: config.ownSenders,
    product_address: senderAddress(config.mailFrom),
    address: ownAddress?.address ?? null,
    is_used: config.ownSenders && (ownAddress?.isUsed ?? false),
    checked_at: ownAddress?.checkedAt?.toISOString() ?? null,
    lines: ownAddress ? presentLines(config, ownAddress) : [],
    warm_up:
      ownAddress?.isUsed && config.ownSenders ? await readWarmUp(db, platform, domainOf(ownAddress.address)) : null,
  }
}

async function readWarmUp(
  db: Db,
  { config, clock }: Platform,
  domain: string,
): Promise<sendingAddress.SendingAddress['warm_up']> {
  const { ladder } = config.warmUp
  const state = await findWarmUpState(db, domain, ladder, clock())
  const limit = state && ladder[state.step]
  return limit ? { limit, sent: state.taken, next_limit: ladder[state.step + 1] ?? null } : null
}

function presentLines(config: Platform['config'], ownAddress: OwnAddress): sendingAddress.DnsRecord[] {
  return expectedDnsRecords(config, ownAddress).map(
    (line) => ownAddress.lines?.find(({ what, name }) => what === line.what && name === line.name) ?? line,
  )
}
