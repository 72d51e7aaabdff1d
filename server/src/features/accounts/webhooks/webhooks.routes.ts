import { randomBytes } from 'node:crypto'
import { webhooks } from '@twofold/contract'
import {
  type Db,
  inTenant,
  readAcrossOrganizations,
  readOnly,
  type Tenant,
} from '../../../platform/database/database.ts'
import { type AccessLevel, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { randomToken } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, differences, redacted, writeAudit } from '../../core/audit/index.ts'
import { insertTestDelivery, listDeliveryRows, requeueDelivery } from './delivery-log.queries.ts'
import { receiverOf } from './receiver-address.ts'
import { refusePrivateAddress } from './refuse-private-address.ts'
import { secretSealContext, tokenSealContext } from './seal-contexts.ts'
import {
  deleteWebhookRow,
  findWebhookForUpdate,
  insertWebhook,
  listWebhookRows,
  organizationOfWebhook,
  rotateSecret,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.queries.ts'

export async function findOrganizationOfWebhook(platform: Platform, id: number): Promise<number | null> {
  const [row] = await readAcrossOrganizations(platform.database, organizationOfWebhook(id))
  return row?.organization_id ?? null
}

/** 192 random bits, in the format of Standard Webhooks. */
const makeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

type Work = { readonly db: Db; readonly row: WebhookRow; readonly organizationId: number }
type AdminCall = AuditContext & {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly level: AccessLevel
  readonly params: { readonly id: number }
}

function onWebhook<T>({ platform, tenant, params }: AdminCall, work: (target: Work) => Promise<T>): Promise<T> {
  const { organizationId } = tenant
  return inTenant(platform.database, tenant, async (db) => {
    const row = orNotFound(await findWebhookForUpdate(db, organizationId, params.id))
    return work({ db, row, organizationId })
  })
}

export const webhookRoutes: readonly ServedRoute[] = [
  serve(webhooks.listWebhooks, async ({ platform, tenant, level }) =>
    inTenant(readOnly(platform.database), tenant, (db) => present(db, platform, tenant.organizationId, level)),
  ),

  serve(webhooks.createWebhook, async (call) => {
    const { platform, tenant, level } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const id = await insertWebhook(db, {
        organizationId,
        tokenSealed: platform.secrets.seal(randomToken(), tokenSealContext(organizationId)),
        secretSealed: platform.secrets.seal(makeSecret(), secretSealContext(organizationId)),
        creatorId: call.caller.user.id,
        now: platform.clock(),
      })
      if (id === null) throw new Refusal('conflict', webhooks.messages.tooMany)
      const after = { event: 'status', token: redacted, secret: redacted }
      await writeAudit(db, call, { ...auditSubject(organizationId, id), action: 'created', after })
      return present(db, platform, organizationId, level)
    })
  }),

  serve(webhooks.updateWebhook, async (call) => {
    const receiver = receiverOf(call.body.webhook.url ?? '', call.platform.config.isProduction)
    // Before locking the row: name resolution can be slow.
    if (receiver) await refusePrivateAddress(receiver)
    return onWebhook(call, async ({ db, row, organizationId }) => {
      const { platform, level, body } = call
      const { event = row.event, token } = body.webhook
      const url = webhooks.withoutScheme(body.webhook.url ?? row.url)
      const host = hostOf(url, body.webhook.url !== undefined, platform.config.isProduction)
      const oldToken = platform.secrets.open(row.token_sealed, tokenSealContext(organizationId))
      const newToken = token === undefined || token === null || token.startsWith('•') ? oldToken : token
      const tokenSealed = platform.secrets.seal(newToken, tokenSealContext(organizationId))
      await updateWebhookRow(db, organizationId, row.id, {
        url,
        host,
        event,
        tokenSealed,
        editorId: call.caller.user.id,
      })
      const change = differences(
        { url: row.url, event: row.event, switched_off: row.disabled_because !== null },
        { url, event, switched_off: false },
      )
      if (newToken !== oldToken) Object.assign(change.after, { token: redacted })
      if (Object.keys(change.after).length > 0)
        await writeAudit(db, call, { ...auditSubject(organizationId, row.id), action: 'changed', ...change })
      return present(db, platform, organizationId, level)
    })
  }),

  serve(webhooks.deleteWebhook, (call) =>
    onWebhook(call, async ({ db, row, organizationId }) => {
      await deleteWebhookRow(db, organizationId, row.id)
      const before = { url: row.url, event: row.event }
      await writeAudit(db, call, { ...auditSubject(organizationId, row.id), action: 'removed', before })
      return present(db, call.platform, organizationId, call.level)
    }),
  ),

  serve(webhooks.revealWebhook, (call) =>
    onWebhook(call, async ({ db, row, organizationId }) => {
      const action = call.body.for === 'copying' ? 'copied' : 'revealed'
      await writeAudit(db, call, {
        ...auditSubject(organizationId, row.id),
        action,
        after: { token: redacted, secret: redacted },
      })
      const { secrets } = call.platform
      return {
        token: secrets.open(row.token_sealed, tokenSealContext(organizationId)),
        secret: secrets.open(row.secret_sealed, secretSealContext(organizationId)),
      }
    }),
  ),

  serve(webhooks.rotateWebhookSecret, (call) =>
    onWebhook(call, async ({ db, row, organizationId }) => {
      const { platform } = call
      const formerUntil = new Date(platform.clock().getTime() + webhooks.secretOverlapHours * 3_600_000)
      const secretSealed = platform.secrets.seal(makeSecret(), secretSealContext(organizationId))
      await rotateSecret(db, organizationId, row.id, { secretSealed, formerUntil })
      const change = { before: { secret: redacted }, after: { secret: redacted } }
      await writeAudit(db, call, { ...auditSubject(organizationId, row.id), action: 'rotated', ...change })
      return present(db, platform, organizationId, call.level)
    }),
  ),

  serve(webhooks.listDeliveries, ({ platform, tenant, params, query }) =>
    inTenant(readOnly(platform.database), tenant, async (db) => ({
      deliveries: await listDeliveryRows(db, tenant.organizationId, params.id, query),
    })),
  ),

  serve(webhooks.sendTestEvent, (call) =>
    onWebhook(call, async ({ db, row, organizationId }) => {
      refuseUnsendable(row)
      const data = JSON.stringify(webhooks.dataExample)
      await insertTestDelivery(db, organizationId, row.id, { data, now: call.platform.clock() })
      await writeAudit(db, call, { ...auditSubject(organizationId, row.id), action: 'tested' })
      return { deliveries: await listDeliveryRows(db, organizationId, row.id, {}) }
    }),
  ),

  serve(webhooks.resendDelivery, (call) =>
    onWebhook(call, async ({ db, row, organizationId }) => {
      refuseUnsendable(row)
      const { deliveryId } = call.params
      const result = await requeueDelivery(db, organizationId, row.id, deliveryId, call.platform.clock())
      if (result === 'missing') throw notFound()
      if (result === 'busy') throw new Refusal('conflict', webhooks.messages.onItsWay)
      const after = { delivery: deliveryId }
      await writeAudit(db, call, { ...auditSubject(organizationId, row.id), action: 'resent', after })
      return { deliveries: await listDeliveryRows(db, organizationId, row.id, {}) }
    }),
  ),
]

const auditSubject = (organizationId: number, id: number) => ({
  organizationId,
  subject: 'webhook' as const,
  subjectId: id,
})

/** '' removes the address, so that nothing is sent. */
function hostOf(url: string, isNew: boolean, isProduction: boolean): string | null {
  const receiver = url === '' ? null : receiverOf(url, isProduction)
  if (url !== '' && !receiver && isNew) {
    throw new Refusal('invalid', webhooks.messages.badUrl, { fields: { 'webhook.url': webhooks.messages.badUrl } })
  }
  return receiver?.hostname ?? null
}

function refuseUnsendable(row: WebhookRow): void {
  if (row.url === '') throw new Refusal('conflict', webhooks.messages.noUrl)
  if (row.disabled_because !== null) throw new Refusal('conflict', webhooks.messages.disabled)
}

async function present(db: Db, platform: Platform, organizationId: number, level: AccessLevel) {
  const rows = await listWebhookRows(db, organizationId)
  const isAdmin = level === 'admin' || level === 'super'
  const now = platform.clock()
  const masked = (sealed: string): string => {
    const token = platform.secrets.open(sealed, tokenSealContext(organizationId))
    return token === '' ? '' : `••••••••${token.length > 12 ? token.slice(-4) : ''}`
  }
  return {
    webhooks: rows.map(({ token_sealed, secret_sealed: _, former_secret_until: until, ...row }) => ({
      ...row,
      token: isAdmin ? masked(token_sealed) : null,
      former_secret_until: until && until > now ? until.toISOString() : null,
    })),
  }
}
