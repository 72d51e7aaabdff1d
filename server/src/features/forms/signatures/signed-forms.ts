import { signedForms } from '@twofold/contract'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { readSignedFile } from './read-current-form.ts'
import {
  findMatchForm,
  listMatchFormRevisions,
  listSignatures,
  type MatchForm,
  type MatchFormRevision,
  type Signature,
} from './signatures.queries.ts'

type StoredFile = { readonly key: string; readonly sha256: Buffer }

export const filesOf = (
  form: Pick<MatchForm | MatchFormRevision, 'file_key' | 'sha256' | 'final_key' | 'final_sha256'>,
): StoredFile[] =>
  [[form.final_key, form.final_sha256] as const, [form.file_key, form.sha256] as const].flatMap(([key, sha256]) =>
    key !== null && sha256 !== null ? [{ key, sha256 }] : [],
  )

type MatchForms = {
  readonly last: MatchForm | null
  readonly signatures: Signature[]
  readonly former: MatchFormRevision[]
}

const readForms = (platform: Pick<Platform, 'database'>, tenant: Tenant, donationId: number): Promise<MatchForms> => {
  const match = { organizationId: tenant.organizationId, donationId }
  return inTenant(readOnly(platform.database), tenant, async (db) => ({
    last: await findMatchForm(db, match),
    signatures: await listSignatures(db, match),
    former: await listMatchFormRevisions(db, match),
  }))
}

export async function presentForms(
  platform: Pick<Platform, 'database'>,
  tenant: Tenant,
  donationId: number,
): Promise<signedForms.SignedForm[]> {
  const { last, signatures, former } = await readForms(platform, tenant, donationId)
  const newest = last &&
    signatures.length > 0 && {
      id: signedForms.currentFormId,
      company: last.company_name,
      is_current: last.is_signed,
      replaced_at: null,
      has_file: filesOf(last).length > 0,
      signatures: signatures.map(({ role, name, title, email, signed_at }) => ({
        role,
        name,
        title,
        email,
        signed_at: signed_at.toISOString(),
      })),
    }
  const revisions = former.map((form) => ({
    id: form.id,
    company: form.company_name,
    is_current: false,
    replaced_at: form.replaced_at.toISOString(),
    has_file: filesOf(form).length > 0,
    signatures: form.signatures.map((signature) => ({
      ...signature,
      signed_at: new Date(signature.signed_at).toISOString(),
    })),
  }))
  return newest ? [newest, ...revisions] : revisions
}

/** Includes all signatures. @throws Refusal not_found, or if it is missing or changed in the store */
export async function readForm(
  platform: Platform,
  tenant: Tenant,
  { donationId, form }: { readonly donationId: number; readonly form: number },
): Promise<Uint8Array> {
  return readStoredFile(platform, await findFormFile(platform, tenant, { donationId, form }))
}

/** @throws Refusal not_found if there is none, or its file was deleted with its donor */
export async function findFormFile(
  platform: Platform,
  tenant: Tenant,
  { donationId, form }: { readonly donationId: number; readonly form: number },
): Promise<StoredFile> {
  const { last, former } = await readForms(platform, tenant, donationId)
  const found = orNotFound(form === signedForms.currentFormId ? last : former.find(({ id }) => id === form))
  const [file] = filesOf(found)
  if (!file) throw new Refusal('not_found', signedForms.signedFormMessages.noFile)
  return file
}

const readStoredFile = (platform: Platform, { key, sha256 }: StoredFile): Promise<Uint8Array> =>
  readSignedFile(platform, key, sha256)

export type RevisionFile = { readonly name: string; readonly signedAt: Date; readonly bytes: Uint8Array | null }

/**
 * Only forms that this employer received or could have received; null bytes if our copy differs from the signed file.
 */
export async function readRevisionFiles(
  platform: Platform,
  tenant: Tenant,
  donationId: number,
): Promise<RevisionFile[]> {
  const { former } = await readForms(platform, tenant, donationId)
  const revisions = former
    .filter((form) => form.is_of_employer && filesOf(form).length > 0)
    .slice(0, maxRevisionsInPacket)
  return Promise.all(
    revisions.map(async (form, index) => {
      const [file] = filesOf(form)
      const donor = form.signatures.find(({ role }) => role === 'donor')
      return {
        name: `former-form-${index + 1}.pdf`,
        signedAt: new Date(donor?.signed_at ?? form.replaced_at),
        bytes: file ? await orNull(readStoredFile(platform, file)) : null,
      }
    }),
  )
}

/** Each is some hundred kilobytes and held in memory with the rest. */
const maxRevisionsInPacket = 5

const orNull = (bytes: Promise<Uint8Array>): Promise<Uint8Array | null> =>
  bytes.catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
