import { findMove, statusIds } from '@twofold/matching'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { MatchFacts } from '../../../email/notifications/index.ts'
import { findForm, type StoredForm } from '../../../forms/company-forms/index.ts'
import { findDonorContact, findMatchForm, listSignatures, type MatchForm } from '../../../forms/signatures/index.ts'
import { type LinkedMatch, openLink } from '../open-link.ts'

type OfLink = { readonly match: LinkedMatch; readonly facts: MatchFacts }

export type OpenSigning = OfLink & {
  readonly kind: 'open'
  readonly form: StoredForm
  readonly opened: MatchForm
  readonly contact: Readonly<Record<string, string>>
}
export type Signing =
  | OpenSigning
  | (OfLink & { readonly kind: 'signed'; readonly signedAt: Date })
  | { readonly kind: 'closed' }

/** Crosses organizations. `closed`: there is nothing to sign, or it was not opened by a click. */
export async function findSigning(
  platform: Platform,
  token: string,
  chosenId: number | null,
  browserLanguage: string,
): Promise<Signing | null> {
  const link = await openLink(platform, token, chosenId, browserLanguage)
  if (!link) return null
  const { match, facts } = link
  return acrossOrganizations(
    platform.database,
    async (db): Promise<Signing> => {
      const opened = await findMatchForm(db, match)
      if (!opened) return { kind: 'closed' }
      if (opened.file_key !== null) {
        if (!opened.is_signed) return { kind: 'closed' }
        const [donors] = (await listSignatures(db, match)).filter(({ role }) => role === 'donor')
        return { kind: 'signed', match, facts, signedAt: donors?.signed_at ?? opened.opened_at }
      }
      const form = await findForm(db, opened.company_id)
      const isCompanys = facts.policy?.formOf === opened.company_id
      if (!form || !isCompanys || !maySign(facts)) return { kind: 'closed' }
      return { kind: 'open', match, facts, form, opened, contact: await findDonorContact(db, match) }
    },
    { readOnly: true },
  )
}

function maySign({ donation }: MatchFacts): boolean {
  const from = statusIds.find((id) => id === donation.statusId)
  return from !== undefined && donation.counted && !donation.inert && findMove('sign', from, 'donor') !== null
}
