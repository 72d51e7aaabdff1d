import { randomUUID } from 'node:crypto'
import { donationChanges, verifications } from '@twofold/contract'
import { statusOf } from '@twofold/matching'
import { acrossOrganizations, inTenant, readOnly } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { findSigner } from '../../accounts/members/index.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { recordingContextOf } from '../../donations/recording/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { signAsNonprofit } from '../signatures/index.ts'
import { findMatch, findOrganizationName } from './verifications.queries.ts'

const { verificationMessages: messages } = verifications

type SignerContext = Pick<WriteCall, 'platform' | 'tenant'> & { readonly caller: Caller; readonly level: AccessLevel }
export type Signer = { readonly name: string; readonly title: string; readonly why_not: string | null }

/** The title, or the reason why the caller may not sign. */
export async function readSigner({ platform, tenant, caller }: SignerContext): Promise<Signer> {
  const { id: userId, name } = caller.user
  const { organizationId } = tenant
  const found = await acrossOrganizations(readOnly(platform.database), (db) =>
    findSigner(db, { organizationId, userId }),
  )
  if (found) return { name, title: found.title, why_not: null }
  return { name, title: '', why_not: caller.user.globalPermission === 'super' ? messages.support : messages.notSigner }
}

type SigningResult = { readonly donation_id: number; readonly problem: string | null }

/**
 * One after the other; a form that cannot be signed has a reason. One id undoes all. @throws Refusal forbidden if the
 * caller may not sign
 */
export async function signForms(
  call: WriteCall & { readonly request: { readonly headers: Readonly<Record<string, unknown>> } },
  directory: Directory,
  { donation_ids, name }: { readonly donation_ids: readonly number[]; readonly name: string },
): Promise<{ signed: SigningResult[]; undo: donationChanges.Undo | null }> {
  const { platform, tenant } = call
  const signer = await readSigner(call)
  if (signer.why_not !== null) throw new Refusal('forbidden', signer.why_not)
  const organization = await inTenant(readOnly(platform.database), tenant, (db) =>
    findOrganizationName(db, tenant.organizationId),
  )
  const signature = {
    name: oneLine(name, 100),
    title: signer.title,
    consent: verifications.nonprofitConsent(organization),
  }
  const undoId = randomUUID()
  const signed: SigningResult[] = []
  for (const donation_id of new Set(donation_ids)) {
    const problem = await signOne(call, directory, { donationId: donation_id, signature, undoId })
    signed.push({ donation_id, problem })
  }
  const hasSigned = signed.some(({ problem }) => problem === null)
  return { signed, undo: hasSigned ? { id: undoId, seconds: donationChanges.undoSeconds } : null }
}

type FormToSign = {
  readonly donationId: number
  readonly signature: { readonly name: string; readonly title: string; readonly consent: string }
  readonly undoId: string
}

/** Null if the form is signed, now or earlier. */
async function signOne(
  call: Parameters<typeof signForms>[0],
  directory: Directory,
  { donationId, signature, undoId }: FormToSign,
): Promise<string | null> {
  const { platform, tenant, caller, request } = call
  const match = await inTenant(readOnly(platform.database), tenant, (db) => findMatch(db, tenant, donationId))
  if (!match) return messages.notThere
  if (match.statusId !== 3) return messages.notWaiting
  const { organizationId } = match
  const signing = {
    match: { organizationId, donationId },
    ...signature,
    userId: caller.user.id,
    undoId,
    email: caller.user.email,
    address: request.ip,
    userAgent: oneLine(String(request.headers['user-agent'] ?? ''), 300),
  }
  try {
    await signAsNonprofit(platform, tenant, signing, async (db) => {
      const why = `Signed for the nonprofit by ${[signature.name, signature.title].filter(Boolean).join(', ')}`
      const move = { donationIds: [donationId], action: 'verify', why } as const
      const [moved] = await moveMatches(db, recordingContextOf(call, directory, undoId), move)
      if (moved?.from !== 3) throw new Refusal('conflict', messages.notWaiting)
      await writeAudit(db, call, {
        organizationId,
        action: 'signed',
        subject: 'match',
        subjectId: donationId,
        before: { status: statusOf(3).label },
        after: { status: statusOf(moved.to).label, name: signature.name, title: signature.title },
      })
    })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'not_found' ? messages.changed : error.message
  }
}
