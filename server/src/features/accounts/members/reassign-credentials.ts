import { members } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { type Credentials, lockCredentials, revokeCredentials, transferCredentials } from './credentials.queries.ts'
import type { LockedMember } from './members.queries.ts'

const messages = members.memberMessages

export type ReassignedCredentials = {
  readonly organizationId: number
  readonly before: { readonly api_keys?: readonly string[]; readonly webhooks?: readonly string[] }
  readonly after: Readonly<Record<string, string>>
}

/** Call it in the transaction of the removal or demotion. Refuses a missing choice while there are credentials. */
export async function reassignCredentials(
  db: Db,
  {
    tenant,
    caller,
    body: { credentials: choice },
  }: Call<typeof members.removePermission | typeof members.setPermission>,
  leaving: LockedMember,
  all: readonly LockedMember[],
): Promise<ReassignedCredentials[]> {
  const credentials = await lockCredentials(db, { organizationId: tenant.organizationId, userId: leaving.userId })
  if (credentials.keys.length + credentials.hooks.length === 0) return []
  if (choice === undefined)
    throw new Refusal('conflict', messages.leavesCredentials, { current: present(credentials, leaving) })
  if (choice === 'revoke') {
    await revokeCredentials(db, credentials)
    return byOrganization(credentials, { keys_and_webhooks: 'revoked' })
  }
  // An admin of the parent may take over credentials that they could have created.
  const isCaller = choice === caller.user.id && caller.user.globalPermission !== 'super'
  const newOwner = all.find(({ userId, level }) => userId === choice && level === 'admin')
  if (choice === leaving.userId || !(newOwner || isCaller)) {
    throw new Refusal('invalid', messages.takerNeeded, { fields: { credentials: messages.takerNeeded } })
  }
  await transferCredentials(db, credentials, { from: leaving.userId, userId: choice })
  return byOrganization(credentials, { keys_and_webhooks: 'taken over', by: newOwner?.email ?? caller.user.email })
}

function present({ keys, hooks }: Credentials, { userId, name }: LockedMember): members.LeftCredentials {
  return {
    maker: { id: userId, name },
    api_keys: keys.map(({ id, name: key, last_used_at, organization_id, organization }) => ({
      id,
      name: key,
      last_used_at: last_used_at?.toISOString() ?? null,
      organization: { id: organization_id, name: organization },
    })),
    webhooks: hooks.map(({ id, url, organization_id, organization }) => ({
      id,
      url,
      organization: { id: organization_id, name: organization },
    })),
  }
}

function byOrganization({ keys, hooks }: Credentials, after: ReassignedCredentials['after']): ReassignedCredentials[] {
  const ids = [...new Set([...keys, ...hooks].map(({ organization_id }) => organization_id))]
  return ids.map((organizationId) => ({
    organizationId,
    before: {
      api_keys: keys.filter((key) => key.organization_id === organizationId).map(({ name }) => name),
      webhooks: hooks.filter((hook) => hook.organization_id === organizationId).map(({ url }) => url),
    },
    after,
  }))
}
