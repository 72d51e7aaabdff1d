import { registration } from '@twofold/contract'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { limitAccountMails, sendAccountMail } from '../auth/index.ts'
import { checkFormToken, issueFormToken } from './form-token.ts'
import {
  findAdministrator,
  findFreeSlug,
  getOrInsertUser,
  insertAdministrator,
  insertOrganization,
  lockRegistration,
  skipDigestOfThisWeek,
} from './registration.queries.ts'

// A workshop of parent groups shares one address.
const registrationsPerClient = { max: 20, seconds: 3600 }

export const registrationRoutes: ServedRoute[] = [
  serve(registration.getRegistrationToken, async ({ platform, reply }) => {
    reply.header('cache-control', 'no-store')
    return { token: issueFormToken(platform) }
  }),

  serve(registration.registerOrganization, async (call) => {
    const { platform, request, reply, body } = call
    reply.header('cache-control', 'no-store')
    // A person whose browser filled in the field must not believe that they are registered.
    if (body.leave_empty) throw new Refusal('forbidden', registration.registrationMessages.failed)
    await checkFormToken(platform, request, body.token)
    await platform.rates.takeOfClient('registration', registrationsPerClient, request.ip)
    return register(call)
  }),
]

type RegisterCall = Call<typeof registration.registerOrganization>

async function register(call: RegisterCall) {
  const { platform, request, body } = call
  const slug = slugOf(body.name)
  return acrossOrganizations(platform.database, async (db) => {
    await lockRegistration(db, body.ein, slug)
    const administrator = await findAdministrator(db, body.ein)
    if (administrator) return { registered: false, already_registered: true, email: displayName(administrator.name) }
    await limitAccountMails(platform, request, body.contact_email)
    const now = platform.clock()
    const admin = await getOrInsertUser(db, body.contact_name, body.contact_email)
    const id = await insertOrganization(db, body, { slug: await findFreeSlug(db, slug), creatorId: admin.id })
    await insertAdministrator(db, id, admin.id, now)
    await skipDigestOfThisWeek(db, id, now)
    await writeAudit(db, call, {
      organizationId: id,
      action: 'registered',
      subject: 'organization',
      subjectId: id,
      after: { name: body.name, ein: body.ein, contact_name: body.contact_name, contact_email: body.contact_email },
    })
    await sendAccountMail(db, {
      kind: admin.hasPassword ? 'member-added' : 'first-password',
      recipient: admin.email,
      parameters: { userId: admin.id, organizationId: id, organization: body.name, invitedBy: null },
      now,
    })
    return { registered: true, already_registered: false, email: body.contact_email }
  })
}

/** The name may be an address, which must not be shown. */
const displayName = (name: string): string => (name === '' || name.includes('@') ? 'an administrator' : name)

export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  const slug = plain
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
  return slug || 'organization'
}
