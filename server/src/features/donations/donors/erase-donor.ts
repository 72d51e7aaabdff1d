import { donorData } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { inFamily, lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { changeMatches, type EvaluationContext } from '../../matches/matches/index.ts'
import { lockDonationsOfDonors } from '../../matches/rows/index.ts'
import { recordErasedAddresses } from '../donor-identity/index.ts'
import { recordingContextOf } from '../recording/index.ts'
import { insertDonorEvents, type LockedDonor, lockDonors } from './change.queries.ts'
import { requireActiveDonor } from './change-donor.ts'
import { listSamePerson } from './donor.queries.ts'
import {
  cancelQueuedEmails,
  countErasure,
  type ErasureTarget,
  eraseDonorRow,
  eraseEmails,
  eraseFromAudit,
  eraseGifts,
  eraseHistory,
  eraseOrganizationRecords,
  eraseRelatedRecords,
  eraseSignatures,
  listFormerNames,
  listFormerRows,
  listSharedAddresses,
} from './erasure.queries.ts'

const { privacyMessages } = donorData
/** An audit trail of many years is scanned once. */
const timeoutMs = 60_000

/** @throws Refusal not_found, conflict for an erased or merged donor */
export async function previewErasure(call: WriteCall, id: number): Promise<donorData.Erasure> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      const { donor, former, pattern } = await lockPerson(db, tenant.organizationId, id)
      const counts = await inFamily(db, { tenant }, (familyContext) =>
        countErasure(db, {
          organizationId: tenant.organizationId,
          id,
          formerIds: former.map((one) => one.id),
          pattern,
          family: familyContext.tenant.family,
        }),
      )
      const elsewhere = await listSamePerson(db, tenant, id)
      return {
        ...counts,
        former_addresses: former.map(({ email }) => email).filter(Boolean),
        elsewhere: elsewhere.map((same) => ({
          id: same.id,
          organization: { id: same.organization_id, name: same.organization_name },
          gifts: same.gifts,
        })),
        confirm: donor.email || donor.name,
      }
    },
    { timeoutMs },
  )
}

/**
 * One transaction. Events, dates, sums, and a digest of each address stay, so that no upload restores the data. @throws
 * Refusal not_found, invalid without confirmation, conflict while an email is being sent
 */
export async function eraseDonor(
  call: WriteCall,
  directory: Directory,
  id: number,
  confirm: string,
): Promise<{ gifts: number; mails: number }> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockFamilyForEvaluation(db, tenant.family)
      const person = await lockPerson(db, tenant.organizationId, id)
      if (normalized(confirm) !== normalized(person.donor.email || person.donor.name)) {
        throw new Refusal('invalid', privacyMessages.confirm, { fields: { confirm: privacyMessages.confirm } })
      }
      return erasePerson(
        db,
        { platform, auditor: call, context: recordingContextOf(call, directory), auditFacts: {} },
        person,
      )
    },
    { timeoutMs },
  )
}

export type PrivacyRequest = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly request: AuditContext['request']
  /** Runs in the transaction of its action; false if the link was already used. */
  readonly take: (db: Db) => Promise<boolean>
}

/** Null if the link was already used. @throws Refusal not_found, conflict */
export async function eraseOnRequest(
  { platform, tenant, request, take }: PrivacyRequest,
  directory: Directory,
  id: number,
): Promise<{ gifts: number } | null> {
  const actor = { kind: 'donor', userId: null } as const
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockFamilyForEvaluation(db, tenant.family)
      const person = await lockPerson(db, tenant.organizationId, id)
      if (!(await take(db))) return null
      const auditor = { platform, request }
      const context = { platform, tenant, directory, actor }
      const erased = await erasePerson(db, { platform, auditor, context, auditFacts: { asked_by: 'donor' } }, person)
      await insertDonorEvents(
        db,
        [{ organization_id: tenant.organizationId, donor_id: id, action: 'data_erased', changes: [] }],
        { userId: null, now: platform.clock() },
      )
      return erased
    },
    { timeoutMs },
  )
}

type ErasureContext = {
  readonly platform: Platform
  readonly auditor: AuditContext
  readonly context: EvaluationContext
  readonly auditFacts: Readonly<Record<string, string>>
}

async function erasePerson(
  db: Db,
  { platform, auditor, context, auditFacts }: ErasureContext,
  { donor, former, shared, pattern }: LockedPerson,
): Promise<{ gifts: number; mails: number }> {
  const { organization_id: organizationId, id } = donor
  const people = [donor, ...former]
  const mails = await inFamily(db, { tenant: context.tenant }, async (familyContext) => {
    const target: ErasureTarget = {
      organizationId,
      id,
      formerIds: former.map((one) => one.id),
      addresses: people.map(({ email }) => normalized(email)).filter((email) => email !== '' && !shared.has(email)),
      pattern,
      family: familyContext.tenant.family,
    }
    return eraseEverywhere(db, target, platform.clock())
  })
  const keys = people.map(({ donor_key }) => ({ organization_id: organizationId, donor_key }))
  await recordErasedAddresses(db, platform, id, keys)
  const gifts = await evaluateWithoutEmployer(db, context, id)
  await writeAudit(db, auditor, {
    organizationId,
    action: 'erased',
    subject: 'donor',
    subjectId: id,
    after: { gifts, mails, ...auditFacts },
  })
  return { gifts, mails }
}

async function eraseEverywhere(db: Db, target: ErasureTarget, now: Date): Promise<number> {
  if ((await cancelQueuedEmails(db, target)) > 0) throw new Refusal('conflict', privacyMessages.onItsWay)
  const mails = await eraseEmails(db, target)
  await eraseHistory(db, target)
  await eraseRelatedRecords(db, target)
  await eraseOrganizationRecords(db, target)
  await eraseSignatures(db, target)
  await eraseGifts(db, target)
  await eraseDonorRow(db, target, now)
  await eraseFromAudit(db, target)
  return mails
}

const withoutEmployer = { status_id: 23, reason_code: 'employer_missing' } as const

/**
 * Such an employer was known only by the erased text. No evaluation: the rules would guess another one. Returns the
 * number of gifts.
 */
async function evaluateWithoutEmployer(db: Db, context: EvaluationContext, id: number): Promise<number> {
  const rows = await lockDonationsOfDonors(db, [context.tenant.organizationId], [id])
  const waiting = rows.filter((row) => row.status_id === 2 && row.company_id === null && row.merged_into_id === null)
  await changeMatches(
    db,
    context,
    waiting.map((row) => ({ action: 'evaluate', before: row, row: { ...row, ...withoutEmployer } })),
  )
  return rows.length
}

type Person = Pick<LockedDonor, 'id' | 'name' | 'email' | 'donor_key'>
type LockedPerson = {
  readonly donor: LockedDonor
  readonly former: readonly Person[]
  /** Addresses of other donors are kept. */
  readonly shared: ReadonlySet<string>
  readonly pattern: string
}

async function lockPerson(db: Db, organizationId: number, id: number): Promise<LockedPerson> {
  const [donor] = await lockDonors(db, organizationId, [id])
  if (!donor) throw notFound()
  requireActiveDonor(donor)
  const former = await listFormerRows(db, organizationId, id)
  const names = await listFormerNames(db, organizationId, [id, ...former.map((one) => one.id)])
  const formerNames = names.map((name) => ({ name, email: '' }))
  const shared = new Set(
    (await listSharedAddresses(db, organizationId, [id, ...former.map((one) => one.id)])).map(normalized),
  )
  const people = [donor, ...former].map((one) => (shared.has(normalized(one.email)) ? { ...one, email: '' } : one))
  return { donor, former, shared, pattern: identityPatternOf([...people, ...formerNames], donor.phone) }
}

const normalized = (text: string): string => text.trim().toLowerCase()

const minLength = 3
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)

/** Addresses, phone number, and full names in both orders. A single name must be the whole text. */
export function identityPatternOf(people: readonly Pick<Person, 'name' | 'email'>[], phone: string): string {
  const containedWords = new Set<string>()
  const exactWords = new Set<string>()
  for (const { name, email } of people) {
    if (email.length >= minLength) containedWords.add(escaped(normalized(email)))
    const parts = normalized(name).split(/\s+/).filter(Boolean)
    const last = parts.at(-1)
    if (parts.length > 1 && last) {
      containedWords.add(parts.map(escaped).join(String.raw`\s+`))
      containedWords.add(`${escaped(last)},?${String.raw`\s+`}${parts.slice(0, -1).map(escaped).join(String.raw`\s+`)}`)
    } else if (last && last.length >= minLength) exactWords.add(escaped(last))
  }
  const digits = phone.trim()
  if (digits.length >= 7) containedWords.add(escaped(digits))
  const inside = [...containedWords].map((word) => `(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)
  return [...inside, ...[...exactWords].map((word) => `^${word}$`)].join('|')
}
