import { apiKeys } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { makeKey } from '../../../platform/security/api-key-text.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import { redacted, writeAudit } from '../audit/index.ts'
import { deleteKey, findKeyForUpdate, insertKey, listKeys, updateKeyName } from './api-keys.queries.ts'
import type { KeyReader } from './read-keys.ts'

const sealContextOf = (organizationId: number) => ({ organizationId, column: 'api_keys.key' })

export const apiKeyRoutes = (keys: KeyReader): ServedRoute[] => [
  serve(apiKeys.listApiKeys, async ({ platform, tenant }) => ({
    api_keys: await inTenant(readOnly(platform.database), tenant, (db) => listKeys(db, tenant.organizationId)),
  })),

  serve(apiKeys.createApiKey, (call) => create(call, call.body.name || apiKeys.newKeyName)),
  serve(apiKeys.createApiKeyByGet, (call) => create(call, apiKeys.newKeyName)),

  serve(apiKeys.renameApiKey, async (call) => {
    const { platform, tenant, params, body } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const key = orNotFound(await findKeyForUpdate(db, organizationId, params.keyId))
      if (key.name !== body.name) {
        await updateKeyName(db, organizationId, params.keyId, body.name)
        const change = { before: { name: key.name }, after: { name: body.name } }
        await writeAudit(db, call, { ...auditSubject(organizationId, params.keyId), action: 'changed', ...change })
      }
      return { api_keys: await listKeys(db, organizationId) }
    })
  }),

  serve(apiKeys.revealApiKey, async (call) => {
    const { platform, tenant, params, body } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const key = orNotFound(await findKeyForUpdate(db, organizationId, params.keyId))
      const action = body.for === 'copying' ? 'copied' : 'revealed'
      const auditedKey = { name: key.name, key: redacted }
      await writeAudit(db, call, { ...auditSubject(organizationId, params.keyId), action, after: auditedKey })
      return { key: platform.secrets.open(key.sealed, sealContextOf(organizationId)) }
    })
  }),

  serve(apiKeys.deleteApiKey, async (call) => {
    const { platform, tenant, params } = call
    const { organizationId } = tenant
    const remaining = await inTenant(platform.database, tenant, async (db) => {
      const key = orNotFound(await findKeyForUpdate(db, organizationId, params.keyId))
      await deleteKey(db, organizationId, params.keyId)
      const gone = { before: { name: key.name, key: redacted } }
      await writeAudit(db, call, { ...auditSubject(organizationId, params.keyId), action: 'removed', ...gone })
      return listKeys(db, organizationId)
    })
    keys.forget()
    return { api_keys: remaining }
  }),
]

const auditSubject = (organizationId: number, id: number) => ({
  organizationId,
  subject: 'api_key' as const,
  subjectId: id,
})

async function create(call: Call<typeof apiKeys.createApiKeyByGet> | Call<typeof apiKeys.createApiKey>, name: string) {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  const key = makeKey(organizationId)
  return inTenant(platform.database, tenant, async (db) => {
    const id = await insertKey(
      db,
      {
        organizationId,
        name,
        hash: digestOf(key),
        sealed: platform.secrets.seal(key, sealContextOf(organizationId)),
        end: key.slice(-4),
        creatorId: caller.user.id,
        now: platform.clock(),
      },
      apiKeys.maxApiKeys,
    )
    if (id === null) throw new Refusal('conflict', apiKeys.messages.tooMany)
    await writeAudit(db, call, {
      ...auditSubject(organizationId, id),
      action: 'created',
      after: { name, key: redacted },
    })
    const list = await listKeys(db, organizationId)
    return { api_keys: list, api_key: { id, name, key, last_used_at: null, last_ip_address: null } }
  })
}
