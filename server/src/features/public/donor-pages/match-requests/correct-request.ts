import { matchRequests, toUnits } from '@twofold/contract'
import { findMove, type StatusId, statusIds } from '@twofold/matching'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
} from '../../../../platform/database/database.ts'
import {
  deleteLinks,
  findLink,
  findLinkOfSubject,
  issueLink,
  redeemLink,
} from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { isLanguage, languageOf, type PageText } from '../../../core/texts/index.ts'
import { blankDonor, blankUpdate } from '../../../donations/identification/index.ts'
import { updateDonations } from '../../../donations/recording/index.ts'
import { type CorrectedGift, donorPagePath, readMatchRequestKey } from '../../../email/donor-links/index.ts'
import { findMatchFacts, type MatchFacts } from '../../../email/match-facts/index.ts'
import { findGiftOfLink } from '../../../email/notifications/index.ts'
import { insertSystemEmail } from '../../../email/system-emails/index.ts'
import { lockFamilyForEvaluation } from '../../../matches/family/index.ts'
import { isOnlyRetired } from '../choose-employer.ts'
import { isWaitingForDonor, summaryOf } from '../match-page.ts'
import { withBrowserLanguage } from '../open-link.ts'
import { type CorrectableMatch, findCorrectableMatch, renameDonor } from './match-requests.queries.ts'

const handoversPerMatch = { max: 3, seconds: 3600 }

type Handover = { readonly email: string; readonly name: string }
/** `pendingHandover` is the pending handover that the stored address must confirm. */
type RequestedMatch = {
  readonly match: CorrectableMatch
  readonly facts: MatchFacts
  readonly pendingHandover: Handover | null
}

/** @throws Refusal gone if the key or the gift is no longer valid */
export async function readRequest(
  platform: Platform,
  key: string,
  browser: string,
): Promise<matchRequests.MatchRequest> {
  const gift = giftOf(platform, key, browser)
  return acrossOrganizations(readOnly(platform.database), async (db) =>
    present(platform, await findOrRefuse(db, platform, gift, browser)),
  )
}

type Correction = matchRequests.CorrectionForm & { readonly company_id: number | null }

/**
 * A new address takes effect after the stored one confirms it.
 * @throws Refusal gone, conflict if the employer has the request, invalid for "retired" without an employer,
 * too_many_requests
 */
export async function correctRequest(
  platform: Platform,
  directory: Directory,
  key: string,
  form: Correction,
  browser: string,
): Promise<matchRequests.MatchRequest> {
  const gift = giftOf(platform, key, browser)
  const before = await acrossOrganizations(readOnly(platform.database), (db) =>
    findOrRefuse(db, platform, gift, browser),
  )
  refuseClosed(before.facts)
  if (form.employment !== 'none' && isOnlyRetired(form.company)) {
    throw new Refusal('invalid', matchRequests.formerEmployerQuestion, {
      fields: { company: matchRequests.formerEmployerQuestion },
    })
  }
  const { match, facts, pendingHandover } = before
  const isOtherAddress = keyOf(form.email) !== keyOf(facts.donor.email)
  const tenant = tenantOf(match)
  const context = { platform, tenant, directory, actor: { kind: 'donor', userId: null } as const }
  const { nameOf } = await directory.current()
  const employer = employerOf(form, facts, nameOf)
  const employment = form.employment === facts.donation.employment ? null : form.employment
  // A pending request for a new address is not repeated, so its link stays valid.
  const isAlreadyPending = pendingHandover?.email === form.email && pendingHandover.name === form.donor_name
  const needsHandover = isOtherAddress && !(isAlreadyPending && (employer || employment))
  if (needsHandover) await platform.rates.take('donor-handover', handoversPerMatch, String(match.donationId))
  await inTenant(platform.database, tenant, async (db) => {
    // A holder of the family's lock may need the donor's row.
    await lockFamilyForEvaluation(db, tenant.family)
    if (form.donor_name !== facts.donor.name && !isOtherAddress) await renameDonor(db, match, form.donor_name)
    if (employer || employment) {
      await updateDonations(
        db,
        { ...context, importId: null, optIn: false, mailWithoutEmployer: true },
        [
          {
            ...blankUpdate,
            donationId: match.donationId,
            ...(employer ? { employer } : {}),
            ...(employment ? { fields: { employment } } : {}),
          },
        ],
        employer ? 'give_employer' : 'edit',
      )
    }
    if (needsHandover) await requestHandover(db, platform, before, form)
    else if (!isOtherAddress) await deleteLinks(db, subjectOf(match), links.donorHandover)
  })
  return readRequest(platform, key, browser)
}

/** @throws Refusal gone if the link is used or expired, or the match has another donor */
export async function readAddressChange(
  platform: Platform,
  token: string,
  browser: string,
): Promise<{ email: string }> {
  const found = await acrossOrganizations(readOnly(platform.database), (db) =>
    findHandover(db, handoverBy(platform, token)),
  )
  if (!found || found.gift.isDeleted) throw refuse('gone', 'handover_used', browser)
  return { email: found.email }
}

/** @throws Refusal gone if the link is used or expired, or the match has another donor, conflict if it is closed */
export async function approveAddressChange(
  platform: Platform,
  directory: Directory,
  token: string,
  browser: string,
): Promise<{ organization: string; email: string }> {
  const redemption = handoverBy(platform, token)
  const found = await acrossOrganizations(readOnly(platform.database), (db) => findHandover(db, redemption))
  if (!found) throw refuse('gone', 'handover_used', browser)
  const tenant = tenantOf(found.gift)
  const context = { platform, tenant, directory, actor: { kind: 'donor', userId: null } as const }
  return inTenant(platform.database, tenant, async (db) => {
    await lockFamilyForEvaluation(db, tenant.family)
    const link = await redeemLink(db, redemption)
    const gift = link && (await findGiftOfLink(db, link))
    if (!gift || gift.isDeleted) throw refuse('gone', 'handover_used', browser)
    const { donationId } = gift
    const { name, email } = link.detail
    const facts = await findMatchFacts(db, { ...gift, now: redemption.now })
    if (!facts) throw refuse('gone', 'handover_used', browser)
    refuseClosed(withBrowserLanguage(facts, browser))
    const mailOptions = { mailWithoutEmployer: true, mailAgain: new Set([donationId]) }
    await updateDonations(db, { ...context, importId: null, optIn: false, ...mailOptions }, [
      // The same person keeps the chosen language, unless the new address already has one.
      { ...blankUpdate, donationId, donor: { ...blankDonor, name, email, language: facts.donor.chosenLanguage } },
    ])
    return { organization: facts.organization.name, email }
  })
}

const handoverBy = ({ clock }: Platform, token: string) => ({
  purposes: [links.donorHandover],
  digest: digestOf(token),
  now: clock(),
})

async function findHandover(db: Db, redemption: ReturnType<typeof handoverBy>) {
  const link = await findLink(db, redemption)
  const gift = link && (await findGiftOfLink(db, link))
  return gift && { ...link.detail, gift }
}

const subjectOf = ({ organizationId, donationId }: CorrectableMatch) => ({ organizationId, donationId })

const refuse = (code: 'gone' | 'conflict', why: PageText, ...preferredLanguages: readonly string[]): Refusal =>
  new Refusal(code, languageOf(...preferredLanguages).translateOnPage(why, {}))

function giftOf(platform: Platform, key: string, browser: string): CorrectedGift {
  const gift = readMatchRequestKey(platform, key)
  if (!gift) throw refuse('gone', 'request_hour_over', browser)
  return gift
}

async function findOrRefuse(db: Db, platform: Platform, gift: CorrectedGift, browser: string): Promise<RequestedMatch> {
  const now = platform.clock()
  const match = await findCorrectableMatch(db, gift)
  const facts = match && (await findMatchFacts(db, { ...match, now }))
  if (!match || !facts) throw refuse('gone', 'request_gone', browser)
  const link = await findLinkOfSubject(db, links.donorHandover, { ...subjectOf(match), now })
  const isTheirs = link !== null && (await findGiftOfLink(db, link)) !== null
  return { match, facts: withBrowserLanguage(facts, browser), pendingHandover: isTheirs ? link.detail : null }
}

function refuseClosed(facts: MatchFacts): void {
  if (canChange(facts)) return
  throw refuse('conflict', 'request_closed', facts.donor.language)
}

const statusOf = ({ donation }: MatchFacts): StatusId | undefined => statusIds.find((id) => id === donation.statusId)

function canChange(facts: MatchFacts): boolean {
  const from = statusOf(facts)
  const { counted, inert } = facts.donation
  return from !== undefined && counted && !inert && findMove('edit', from, 'donor') !== null
}

function employerOf(
  form: Correction,
  { donation, companyName }: MatchFacts,
  nameOf: (companyId: number) => string | undefined,
): { companyId: number | null; text: string } | null {
  const knownCompanyId = form.company_id !== null && nameOf(form.company_id) !== undefined ? form.company_id : null
  if (knownCompanyId !== null)
    return knownCompanyId === donation.companyId ? null : { companyId: knownCompanyId, text: '' }
  return form.company === (companyName || donation.employerText) ? null : { companyId: null, text: form.company }
}

async function requestHandover(
  db: Db,
  platform: Platform,
  { match, facts }: RequestedMatch,
  form: Correction,
): Promise<void> {
  const now = platform.clock()
  const { organizationId, donationId, donorId, addressDigest } = match
  const detail = { email: form.email, name: form.donor_name }
  await issueLink(db, links.donorHandover, { organizationId, donationId, donorId, addressDigest, detail, now })
  await insertSystemEmail(db, {
    kind: 'donor-handover',
    recipient: facts.donor.email,
    parameters: { organizationId, donationId, organization: facts.organization.name, email: form.email },
    now,
  })
}

const keyOf = (email: string): string => email.trim().toLowerCase()

const tenantOf = ({ organizationId, parentId }: Pick<CorrectableMatch, 'organizationId' | 'parentId'>) =>
  grantTenant(organizationId, parentId === null ? [organizationId] : [organizationId, parentId])

function present(platform: Platform, { match, facts, pendingHandover }: RequestedMatch): matchRequests.MatchRequest {
  const { organizationId, notificationId } = match
  const { donation, donor } = facts
  return {
    id: match.donationId,
    organization: facts.organization.name,
    donor_name: donor.name,
    email: donor.email,
    company: facts.companyName || donation.employerText,
    company_id: donation.companyId,
    employment: donation.employment,
    amount: toUnits(donation.amountCents),
    currency: donation.currency,
    donated_at: donation.day,
    can_change: canChange(facts),
    ...summaryOf(facts),
    is_donors_turn: isWaitingForDonor(facts),
    page:
      notificationId === null
        ? null
        : donorPagePath(signLink(platform, signedLinks.donorPage, { organizationId, notificationId })),
    waiting_email: pendingHandover?.email ?? null,
    waiting_name: pendingHandover && pendingHandover.name !== donor.name ? pendingHandover.name : null,
    language: isLanguage(donor.language) ? donor.language : 'en',
  }
}
