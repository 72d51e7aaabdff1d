import { members } from '@twofold/contract'
import { acrossOrganizations, type Db, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { type AccessLevel, type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { differences, writeAudit } from '../../core/audit/index.ts'
import type { AccessReader } from '../../core/organizations/index.ts'
import { emailKey } from '../../core/users/index.ts'
import { inviteMember, limitInvitations, queueInvitation } from './invite-member.ts'
import {
  belongsElsewhere,
  findInvited,
  getOrganizationFacts,
  type LockedMember,
  listMembersOf,
  listRemoved,
  lockMembers,
  markInvited,
  removeMember,
  renameUser,
  restoreMember,
  updateLevel,
  updateSigner,
} from './members.queries.ts'
import { type ReassignedCredentials, reassignCredentials } from './reassign-credentials.ts'

const messages = members.memberMessages

const levelOrder: readonly LockedMember['level'][] = ['read', 'write', 'admin']

export function memberRoutes(access: AccessReader, forgetAccess: () => void): ServedRoute[] {
  return [
    serve(members.listMembers, async (call) => presentMembers(call)),

    serve(members.setPermission, async (call) => {
      const { body } = call
      if (body.user_id !== undefined) await changeLevel(call, body.user_id, body.level ?? 'read')
      else await addMember(call, body.email ?? '')
      forgetAccess()
      return presentMembers(call)
    }),

    serve(members.removePermission, async (call) => {
      const { platform, tenant, body } = call
      const { organizationId } = tenant
      await changeMember(call, body.user_id, async (db, member, all) => {
        await refuseToLoseAdmins(db, tenant, all, member)
        const reassigned = await reassignCredentials(db, call, member, all)
        await removeMember(db, organizationId, member.userId, platform.clock())
        const { email, name, level } = member
        await auditWithCredentials(db, call, reassigned, {
          action: 'removed',
          subjectId: member.userId,
          before: { email, name, level },
          after: {},
        })
      })
      forgetAccess()
      return presentMembers(call)
    }),

    serve(members.updateUser, async (call) => {
      const { platform, tenant, params, body, caller } = call
      const userId = params.userId
      if (body.user_id !== undefined && body.user_id !== userId) throw notFound()
      await changeMember(call, userId, async (db, member) => {
        if (body.email !== undefined && emailKey(body.email) !== emailKey(member.email)) {
          throw new Refusal('invalid', messages.emailFixed, { fields: { email: messages.emailFixed } })
        }
        if (body.name === member.name) return
        const isOwn = userId === caller.user.id || caller.user.globalPermission === 'super'
        if (!isOwn && (await isForeign(platform, userId, tenant))) {
          throw new Refusal('invalid', messages.foreignName, { fields: { name: messages.foreignName } })
        }
        await renameUser(db, userId, body.name)
        await writeAudit(db, call, {
          organizationId: tenant.organizationId,
          action: 'renamed',
          subject: 'member',
          subjectId: userId,
          ...differences({ name: member.name }, { name: body.name }),
        })
      })
      return presentMembers(call)
    }),

    serve(members.setSigner, async (call) => {
      const { tenant, params, body } = call
      await changeMember(call, params.userId, async (db, member) => {
        const { may_sign, title } = member
        const changed = differences({ may_sign, title }, body)
        if (Object.keys(changed.after).length === 0) return
        await updateSigner(db, tenant.organizationId, params.userId, body)
        await writeAudit(db, call, {
          organizationId: tenant.organizationId,
          action: 'changed',
          subject: 'member',
          subjectId: params.userId,
          before: { email: member.email, ...changed.before },
          after: { email: member.email, ...changed.after },
        })
      })
      return presentMembers(call)
    }),

    serve(members.restoreUser, async (call) => {
      const { platform, tenant, params } = call
      const { organizationId } = tenant
      await inTenant(platform.database, tenant, async (db) => {
        const restored = await restoreMember(db, organizationId, params.userId, platform.clock())
        if (!restored) throw new Refusal('conflict', messages.notRemoved)
        await writeAudit(db, call, {
          organizationId,
          action: 'restored',
          subject: 'member',
          subjectId: params.userId,
          after: restored,
        })
      })
      access.forget()
      return presentMembers(call)
    }),

    serve(members.inviteAgain, async (call) => {
      const { platform, tenant, params } = call
      await inTenant(platform.database, tenant, async (db) => {
        const person = orNotFound(await findInvited(db, tenant.organizationId, params.userId))
        await limitInvitations(platform, tenant, person.email)
        const { name } = await getOrganizationFacts(db, tenant.organizationId)
        await markInvited(db, tenant.organizationId, person.id, platform.clock())
        await queueInvitation(db, call, { id: tenant.organizationId, name }, person)
        await writeAudit(db, call, {
          organizationId: tenant.organizationId,
          action: 'invited again',
          subject: 'member',
          subjectId: person.id,
          after: { email: person.email },
        })
      })
      return presentMembers(call)
    }),
  ]
}

type MembersContext = { readonly platform: Platform; readonly tenant: Tenant; readonly level: AccessLevel }

async function presentMembers({ platform, tenant: { organizationId }, level }: MembersContext) {
  const isAdmin = level === 'admin' || level === 'super'
  return acrossOrganizations(readOnly(platform.database), async (db) => ({
    users: await listMembersOf(db, organizationId),
    removed: isAdmin ? await listRemoved(db, organizationId, platform.clock()) : [],
  }))
}

async function addMember(call: Call<typeof members.setPermission>, email: string): Promise<void> {
  const { platform, tenant, body } = call
  await limitInvitations(platform, tenant, email)
  await inTenant(platform.database, tenant, async (db) => {
    const { name } = await getOrganizationFacts(db, tenant.organizationId)
    const invited = await inviteMember(db, call, {
      organization: { id: tenant.organizationId, name },
      email,
      name: body.name ?? '',
      level: body.level ?? 'read',
    })
    if (!invited) {
      throw new Refusal('conflict', messages.alreadyMember, { fields: { email: messages.alreadyMember } })
    }
  })
}

async function changeLevel(
  call: Call<typeof members.setPermission>,
  userId: number,
  level: LockedMember['level'],
): Promise<void> {
  const { tenant } = call
  await changeMember(call, userId, async (db, member, all) => {
    if (member.level === level) return
    await refuseToLoseAdmins(db, tenant, all, member)
    const isLower = levelOrder.indexOf(level) < levelOrder.indexOf(member.level)
    const reassigned = isLower ? await reassignCredentials(db, call, member, all) : []
    await updateLevel(db, tenant.organizationId, userId, level)
    await auditWithCredentials(db, call, reassigned, {
      action: 'changed',
      subjectId: userId,
      before: { email: member.email, level: member.level },
      after: { email: member.email, level },
    })
  })
}

type MemberChange = {
  readonly action: 'removed' | 'changed'
  readonly subjectId: number
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Writes one event in the organization, and one in each chapter whose keys or webhooks changed. */
async function auditWithCredentials(
  db: Db,
  call: Call<typeof members.removePermission | typeof members.setPermission>,
  reassigned: readonly ReassignedCredentials[],
  { before, after, ...change }: MemberChange,
): Promise<void> {
  const { organizationId } = call.tenant
  const own = reassigned.find((one) => one.organizationId === organizationId) ?? {
    organizationId,
    before: {},
    after: {},
  }
  for (const one of [own, ...reassigned.filter((other) => other !== own)]) {
    await writeAudit(db, call, {
      ...change,
      organizationId: one.organizationId,
      subject: 'member',
      before: { ...before, ...one.before },
      after: { ...after, ...one.after },
    })
  }
}

async function changeMember(
  { platform, tenant }: { readonly platform: Platform; readonly tenant: Tenant },
  userId: number,
  change: (db: Db, member: LockedMember, all: readonly LockedMember[]) => Promise<void>,
): Promise<void> {
  await inTenant(platform.database, tenant, async (db) => {
    const all = await lockMembers(db, tenant.organizationId)
    const member = orNotFound(all.find((one) => one.userId === userId))
    await change(db, member, all)
  })
}

async function refuseToLoseAdmins(
  db: Db,
  { organizationId }: Tenant,
  all: readonly LockedMember[],
  member: LockedMember,
): Promise<void> {
  if (member.level !== 'admin') return
  const others = all.filter(({ level, userId }) => level === 'admin' && userId !== member.userId)
  // An invited person without a sign-in may have a wrong address.
  if (others.some(({ has_signed_in }) => has_signed_in) || (others.length > 0 && !member.has_signed_in)) return
  const { isChapter } = await getOrganizationFacts(db, organizationId)
  if (!isChapter)
    throw new Refusal('conflict', others.length > 0 ? messages.otherAdminsNotSignedIn : messages.lastAdmin)
}

const isForeign = (platform: Platform, userId: number, { family }: Tenant): Promise<boolean> =>
  acrossOrganizations(readOnly(platform.database.auxiliary), (db) => belongsElsewhere(db, userId, family))
