import { type Level, members } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Auditor, writeAudit } from '../../core/audit/index.ts'
import { emailKey, sendAccountMail } from '../auth/index.ts'
import { getOrInsertUser, insertMember } from './members.queries.ts'

// Invitations are mails to addresses that an admin types: enough for a large staff, too few to bother strangers with.
const invitationsPerOrganization = { max: 100, seconds: 3600 }
const invitationsPerAddress = { max: 5, seconds: 3600 }

type Invitation = {
  readonly organization: { readonly id: number; readonly name: string }
  readonly email: string
  /** Blank for a person whose name nobody said. */
  readonly name: string
  readonly level: Level
}

type Inviting = Auditor & { readonly caller: Caller }

/**
 * Makes somebody a member and queues the mail that tells them: with a link to set a password for a new person, a note for
 * a known one. Answers null where they are a member already. In the transaction of the tenant.
 */
export async function inviteMember(db: Db, by: Inviting, invitation: Invitation): Promise<{ userId: number } | null> {
  const now = by.platform.clock()
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
    invitedBy: by.caller.user.id,
    now,
  })
  if (!added) return null
  await queueInvitation(db, by, organization, person)
  await writeAudit(db, by, {
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
  by: Inviting,
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
      invitedBy: by.caller.user.name,
    },
    now: by.platform.clock(),
  })
}

/** Refuses with 429 when too many were sent. Before the transaction, so that refused attempts count. */
export async function countInvitation(platform: Platform, tenant: Tenant, email: string): Promise<void> {
  await platform.rates.take('invitations', invitationsPerOrganization, String(tenant.organizationId))
  await platform.rates.take('invitations-address', invitationsPerAddress, emailKey(email))
}
