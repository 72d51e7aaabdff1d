import { type Level, members } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import { emailKey } from '../../core/users/index.ts'
import { sendAccountMail } from '../auth/index.ts'
import { getOrInsertUser, insertMember } from './members.queries.ts'

// Allows a large staff without spamming strangers.
const invitationsPerOrganization = { max: 100, seconds: 3600 }
const invitationsPerAddress = { max: 5, seconds: 3600 }

type Invitation = {
  readonly organization: { readonly id: number; readonly name: string }
  readonly email: string
  readonly name: string
  readonly level: Level
}

type InvitationContext = AuditContext & { readonly caller: Caller }

/** A new person gets a link to set a password. Null for an existing member. Runs in the tenant's transaction. */
export async function inviteMember(
  db: Db,
  context: InvitationContext,
  invitation: Invitation,
): Promise<{ userId: number } | null> {
  const now = context.platform.clock()
  const { organization, email, level } = invitation
  const person = await getOrInsertUser(db, {
    email,
    emailKey: emailKey(email),
    name: invitation.name || members.memberMessages.nameless,
    now,
  })
  const added = await insertMember(db, {
    organizationId: organization.id,
    userId: person.id,
    level,
    invitedBy: context.caller.user.id,
    now,
  })
  if (!added) return null
  await queueInvitation(db, context, organization, person)
  await writeAudit(db, context, {
    organizationId: organization.id,
    action: 'invited',
    subject: 'member',
    subjectId: person.id,
    after: { email: person.email, name: person.name, level },
  })
  return { userId: person.id }
}

export async function queueInvitation(
  db: Db,
  context: InvitationContext,
  organization: Invitation['organization'],
  person: { readonly id: number; readonly email: string; readonly hasPassword: boolean },
): Promise<void> {
  await sendAccountMail(db, {
    kind: person.hasPassword ? 'member-added' : 'first-password',
    recipient: person.email,
    parameters: {
      userId: person.id,
      organizationId: organization.id,
      organization: organization.name,
      invitedBy: context.caller.user.name,
    },
    now: context.platform.clock(),
  })
}

/** Refuses with 429. Call it before the transaction, so that refused attempts count. */
export async function limitInvitations(platform: Platform, tenant: Tenant, email: string): Promise<void> {
  await platform.rates.take('invitations', invitationsPerOrganization, String(tenant.organizationId))
  await platform.rates.take('invitations-address', invitationsPerAddress, emailKey(email))
}
