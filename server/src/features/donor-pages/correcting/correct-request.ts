import { matchRequests, toUnits } from '@twofold/contract'
import { findMove, type StatusId, statusIds } from '@twofold/matching'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { newMessageId } from '../../../platform/mail/message-id.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf } from '../../../platform/secrets.ts'
import type { Directory } from '../../companies/index.ts'
import { blankDonor, blankUpdate, updateDonations } from '../../donations/index.ts'
import { lockEvaluating } from '../../matches/index.ts'
import {
  type CorrectedGift,
  donorPagePath,
  findMatchFacts,
  insertLetter,
  linkToken,
  type MatchFacts,
  readMatchRequestKey,
} from '../../notifications/index.ts'
import { isLanguage, languageOf, type PageText } from '../../texts/index.ts'
import { saysOnlyRetired } from '../choose-employer.ts'
import { readBy } from '../match-of-link.ts'
import { isDonorsTurn, standingOf } from '../match-page.ts'
import {
  askForHandover,
  type Correctable,
  dropHandover,
  findCorrectable,
  findHandover,
  findHandoverAddress,
  renameDonor,
  takeHandover,
} from './match-requests.queries.ts'

export const handoverDays = 7
const handoversPerMatch = { max: 3, seconds: 3600 }

type Found = { readonly match: Correctable; readonly facts: MatchFacts }

/** What a donor sees of their match. @throws Refusal gone when the key, or the gift, is no longer good */
export async function readRequest(
  platform: Platform,
  key: string,
  browser: string,
): Promise<matchRequests.MatchRequest> {
  const gift = giftOf(platform, key, browser)
  return acrossOrganizations(
    platform.database,
    async (db) => present(platform, await findOrRefuse(db, platform, gift, browser)),
    {
      readOnly: true,
    },
  )
}

type Correction = matchRequests.CorrectionForm & { readonly company_id: number | null }

/**
 * Writes what the donor changed and has the rules look at the match in the same transaction. Another address is only a wish
 * until the stored one agrees. @throws Refusal gone, conflict where the employer has the request, invalid for "retired" without an employer, too_many_requests
 */
export async function correctRequest(
  platform: Platform,
  directory: Directory,
  key: string,
  given: Correction,
  browser: string,
): Promise<matchRequests.MatchRequest> {
  const gift = giftOf(platform, key, browser)
  const before = await acrossOrganizations(platform.database, (db) => findOrRefuse(db, platform, gift, browser), {
    readOnly: true,
  })
  refuseClosed(before.facts)
  if (given.employment !== 'none' && saysOnlyRetired(given.company)) {
    throw new Refusal('invalid', matchRequests.formerEmployer, { fields: { company: matchRequests.formerEmployer } })
  }
  const { match, facts } = before
  const isOtherAddress = keyOf(given.email) !== keyOf(facts.donor.email)
  const tenant = tenantOf(match)
  const context = { platform, tenant, directory, actor: { kind: 'donor', userId: null } as const }
  const { nameOf } = await directory.current()
  const employer = employerOf(given, facts, nameOf)
  const employment = given.employment === facts.donation.employment ? null : given.employment
  // Who corrects something else meanwhile asks nothing anew: the link that is on its way stays good.
  const isAskedAlready = match.waitingEmail === given.email && match.waitingName === given.donor_name
  const asks = isOtherAddress && !(isAskedAlready && (employer || employment))
  if (asks) await platform.rates.take('donor-handover', handoversPerMatch, String(match.donationId))
  await inTenant(platform.database, tenant, async (db) => {
    // Before the donor's row: who holds the family's gifts may want it.
    await lockEvaluating(db, tenant.family)
    if (given.donor_name !== facts.donor.name && !isOtherAddress) await renameDonor(db, match, given.donor_name)
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
    if (asks) await wishForHandover(db, platform, before, given)
    else if (!isOtherAddress) await dropHandover(db, match)
  })
  return readRequest(platform, key, browser)
}

/** Whom the stored address is asked about. @throws Refusal gone when the link was used, is too old, or the match is another donor's by now */
export async function readHandOver(platform: Platform, token: string, browser: string): Promise<{ email: string }> {
  const link = { tokenHash: digestOf(token), now: platform.clock() }
  const email = await acrossOrganizations(platform.database, (db) => findHandoverAddress(db, link), { readOnly: true })
  if (email === null) throw refuse('gone', 'handover_used', browser)
  return { email }
}

/**
 * The stored address agreed. @throws Refusal gone when the link was used, is too old, or the match is another donor's by now,
 * conflict where it is closed
 */
export async function handOver(
  platform: Platform,
  directory: Directory,
  token: string,
  browser: string,
): Promise<{ organization: string; email: string }> {
  const now = platform.clock()
  const tokenHash = digestOf(token)
  const found = await acrossOrganizations(platform.database, (db) => findHandover(db, tokenHash), { readOnly: true })
  if (!found) throw refuse('gone', 'handover_used', browser)
  const { organizationId } = found
  const tenant = tenantOf(found)
  const context = { platform, tenant, directory, actor: { kind: 'donor', userId: null } as const }
  return inTenant(platform.database, tenant, async (db) => {
    await lockEvaluating(db, tenant.family)
    const wish = await takeHandover(db, { organizationId, tokenHash, now })
    if (!wish) throw refuse('gone', 'handover_used', browser)
    const { donationId, donorId, name, email } = wish
    const facts = await findMatchFacts(db, { organizationId, donationId, donorId, now })
    if (!facts) throw refuse('gone', 'handover_used', browser)
    refuseClosed(readBy(facts, browser))
    // The new address has had no mail of it, whatever its former donor had.
    const mailing = { mailWithoutEmployer: true, mailAgain: new Set([donationId]) }
    await updateDonations(db, { ...context, importId: null, optIn: false, ...mailing }, [
      // It is the same person's request: the new address reads what the former one chose, unless it said otherwise before.
      { ...blankUpdate, donationId, donor: { ...blankDonor, name, email, language: facts.donor.saidLanguage } },
    ])
    return { organization: facts.organization.name, email }
  })
}

/** In the words of who reads it: the donor's language, else the browser's. */
const refuse = (code: 'gone' | 'conflict', why: PageText, ...wished: readonly string[]): Refusal =>
  new Refusal(code, languageOf(...wished).sayOnPage(why, {}))

function giftOf(platform: Platform, key: string, browser: string): CorrectedGift {
  const gift = readMatchRequestKey(platform, key)
  if (!gift) throw refuse('gone', 'request_hour_over', browser)
  return gift
}

async function findOrRefuse(db: Db, platform: Platform, gift: CorrectedGift, browser: string): Promise<Found> {
  const now = platform.clock()
  const match = await findCorrectable(db, gift, now)
  const facts = match && (await findMatchFacts(db, { ...match, now }))
  if (!match || !facts) throw refuse('gone', 'request_gone', browser)
  return { match, facts: readBy(facts, browser) }
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

/** Null where the donor left the employer as it stood. */
function employerOf(
  given: Correction,
  { donation, companyName }: MatchFacts,
  nameOf: (companyId: number) => string | undefined,
): { companyId: number | null; text: string } | null {
  const chosen = given.company_id !== null && nameOf(given.company_id) !== undefined ? given.company_id : null
  if (chosen !== null) return chosen === donation.companyId ? null : { companyId: chosen, text: '' }
  return given.company === (companyName || donation.employerText) ? null : { companyId: null, text: given.company }
}

async function wishForHandover(db: Db, platform: Platform, { match, facts }: Found, given: Correction): Promise<void> {
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + handoverDays * 24 * 60 * 60_000)
  await askForHandover(db, { ...match, email: given.email, name: given.donor_name, now, expiresAt })
  const { organizationId, donationId } = match
  await insertLetter(db, {
    kind: 'donor-handover',
    recipient: facts.donor.email,
    parameters: { organizationId, donationId, organization: facts.organization.name, email: given.email },
    messageId: newMessageId(),
    now,
  })
}

const keyOf = (email: string): string => email.trim().toLowerCase()

const tenantOf = ({ organizationId, parentId }: Pick<Correctable, 'organizationId' | 'parentId'>) =>
  grantTenant(organizationId, parentId === null ? [organizationId] : [organizationId, parentId])

function present(platform: Platform, { match, facts }: Found): matchRequests.MatchRequest {
  const { organizationId, notificationId, waitingEmail, waitingName } = match
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
    ...standingOf(facts),
    is_donors_turn: isDonorsTurn(facts),
    page:
      notificationId === null ? null : donorPagePath(linkToken(platform, 'page', { organizationId, notificationId })),
    waiting_email: waitingEmail,
    waiting_name: waitingName === donor.name ? null : waitingName,
    language: isLanguage(donor.language) ? donor.language : 'en',
  }
}
