import { suppressions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { findLink, type Link, redeemLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { addressDigest, isCurrentAddress, suppressionOf } from '../../../email/suppressions/index.ts'

export type LinkedDonor = { readonly organizationId: number; readonly donorId: number }

const preferencesRow = z.object({
  organizationName: z.string(),
  email: z.string(),
  addressDigest: z.string(),
  hasReducedFrequency: z.boolean(),
  suppressed: suppressions.suppressionReason.nullable(),
  /** The newest mail to the donor's current address, for unsubscribing. */
  notificationId: z.int().nullable(),
})
export type PrivacyPreferences = z.infer<typeof preferencesRow>

/** Crosses organizations. */
export async function findPrivacyPreferences(
  db: Db,
  { organizationId, donorId }: LinkedDonor,
): Promise<PrivacyPreferences | null> {
  return sql(preferencesRow)`
    SELECT o.name AS "organizationName", p.email, coalesce(encode(${addressDigest}, 'hex'), '') AS "addressDigest",
      p.fewer_mails_at IS NOT NULL AS "hasReducedFrequency",
      ${suppressionOf('p')} AS suppressed,
      (SELECT max(n.id) FROM donations d
       JOIN notifications n ON n.organization_id = d.organization_id AND n.donation_id = d.id AND n.donor_id = p.id
       WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND ${isCurrentAddress}) AS "notificationId"
    FROM donors p JOIN organizations o ON o.id = p.organization_id
    WHERE p.organization_id = ${organizationId} AND p.id = ${donorId} AND p.erased_at IS NULL`.first(db)
}

export const dataRequestKinds = ['copy', 'erasure'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

const donorOfLink = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  organizationName: z.string(),
  donorId: z.int(),
  language: z.string(),
})

/** Crosses organizations. Null if the donor changed their address, was merged or erased. */
export async function findLinkedDonor(
  db: Db,
  link: Link<string, unknown>,
): Promise<z.infer<typeof donorOfLink> | null> {
  return sql(donorOfLink)`
    SELECT p.organization_id AS "organizationId", o.parent_id AS "parentId", o.name AS "organizationName",
      p.id AS "donorId", coalesce(nullif(p.language, ''), o.language) AS language
    FROM donors p JOIN organizations o ON o.id = p.organization_id
    WHERE p.organization_id = ${link.organizationId} AND p.id = ${link.donorId}
      AND p.erased_at IS NULL AND p.merged_into_id IS NULL
      AND encode(${addressDigest}, 'hex') = coalesce(${link.addressDigest}, encode(${addressDigest}, 'hex'))`.first(db)
}

export const dataLinks = { copy: links.donorCopy, erasure: links.donorErasure } as const

export type DataRequest = z.infer<typeof donorOfLink> & { readonly wish: DataRequestKind }
export type DataToken = { readonly digest: Buffer; readonly now: Date }
const purposes = [dataLinks.copy, dataLinks.erasure] as const

/** Crosses organizations. */
export async function findDataRequest(db: Db, token: DataToken): Promise<DataRequest | null> {
  const link = await findLink(db, { purposes, ...token })
  const donor = link && (await findLinkedDonor(db, link))
  return donor && { ...donor, wish: link.purpose === dataLinks.copy.name ? 'copy' : 'erasure' }
}

/** Only one of several concurrent attempts succeeds. */
export const consumeDataRequest = async (db: Db, token: DataToken): Promise<boolean> =>
  (await redeemLink(db, { purposes, ...token })) !== null
