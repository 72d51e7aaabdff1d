import { findMove, statusIds } from '@twofold/matching'
import { acrossOrganizations, readOnly } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { MatchFacts } from '../../../email/match-facts/index.ts'
import { findForm, type StoredForm } from '../../../forms/company-forms/index.ts'
import { findDonorContact, findMatchForm, listSignatures, type MatchForm } from '../../../forms/signatures/index.ts'
import { type LinkedMatch, openLink } from '../open-link.ts'

type LinkedFacts = { readonly match: LinkedMatch; readonly facts: MatchFacts }

export type OpenSigning = LinkedFacts & {
  readonly kind: 'open'
  readonly form: StoredForm
  readonly matchForm: MatchForm
  readonly contact: Readonly<Record<string, string>>
}
export type Signing =
  | OpenSigning
  | (LinkedFacts & { readonly kind: 'signed'; readonly signedAt: Date })
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
  return acrossOrganizations(readOnly(platform.database), async (db): Promise<Signing> => {
    const matchForm = await findMatchForm(db, match)
    if (!matchForm) return { kind: 'closed' }
    if (matchForm.file_key !== null) {
      if (!matchForm.is_signed) return { kind: 'closed' }
      const [donors] = (await listSignatures(db, match)).filter(({ role }) => role === 'donor')
      return { kind: 'signed', match, facts, signedAt: donors?.signed_at ?? matchForm.opened_at }
    }
    const form = await findForm(db, matchForm.company_id)
    const isCurrentForm = facts.policy?.formOf === matchForm.company_id
    if (!form || !isCurrentForm || !canSign(facts)) return { kind: 'closed' }
    return { kind: 'open', match, facts, form, matchForm, contact: await findDonorContact(db, match) }
  })
}

function canSign({ donation }: MatchFacts): boolean {
  const from = statusIds.find((id) => id === donation.statusId)
  return from !== undefined && donation.counted && !donation.inert && findMove('sign', from, 'donor') !== null
}
