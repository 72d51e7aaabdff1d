import { publicMatch } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { languageOf } from '../../core/texts/index.ts'
import { distinguishDonors, hasUnusableAddress, isErasedDonor } from '../../donations/donor-identity/index.ts'
import {
  blankDonation,
  blankDonor,
  donorKeyOf,
  isTransactionOf,
  saveClaim,
} from '../../donations/identification/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { lockFamilyForEvaluation, lockIncomingDonors } from '../../matches/family/index.ts'
import { isDonationRecorded, type OpenOrganization } from './public-match.queries.ts'
import { givingPath, previewReportedGift, type ReportedGift } from './reported-gift.ts'

type Request = publicMatch.MatchRequestForm & {
  readonly from: 'page' | 'widget'
  readonly transaction_id: string
  readonly language?: 'en' | 'fr' | 'es' | undefined
}
type RequestInput = Omit<Request, 'date'> & { readonly date?: string | undefined }

/** The form can contain any address. */
const perPersonAndOrganization = { max: 5, seconds: 86_400 }
const perPerson = { max: 10, seconds: 86_400 }
/** Across all nodes; more than the best day of a large campaign. */
const perOrganization = { max: 500, seconds: 86_400 }

const maxAgeDays = 731

/** Returns the next steps. */
export async function requestMatch(
  call: AuditContext & { readonly platform: Platform },
  directory: Directory,
  organization: OpenOrganization,
  input: RequestInput,
): Promise<{ readonly message: string; readonly steps: string | null }> {
  const { platform } = call
  const now = platform.clock()
  const request = { ...input, date: input.date ?? dayAt(now, organization.time_zone) ?? now.toISOString().slice(0, 10) }
  refuseDay(request.date, now)
  const donorKey = donorKeyOf(request)
  await platform.rates.take('match-request-here', perPersonAndOrganization, `${organization.id}:${donorKey}`)
  await platform.rates.take('match-request', perPerson, donorKey)
  await platform.rates.take('match-request-all', perOrganization, String(organization.id))
  const companyName = request.company_id === null ? undefined : (await directory.current()).nameOf(request.company_id)
  const companyId = companyName === undefined ? null : request.company_id
  const amountCents = Math.round(request.amount * 100)
  const { currency } = organization
  const tenant = grantTenant(organization.id, organization.family)
  const actor = { kind: 'donor', userId: null } as const
  await inTenant(platform.database, tenant, async (db) => {
    const donor = { ...blankDonor, name: request.name, email: request.email, language: request.language ?? '' }
    if (await hasUnusableAddress(db, tenant.family, donor)) throw refusedAddress()
    const isErased = async () => {
      const { donations, shared } = await distinguishDonors(db, { tenant }, [{ ...blankDonation, donor }])
      if (shared.length > 0) throw refusedAddress()
      const [distinguished] = donations
      return isErasedDonor(db, platform, {
        organization_id: organization.id,
        donor_key: donorKeyOf(distinguished?.donor ?? donor),
      })
    }
    const donation = { organizationId: organization.id, donorKey, amountCents, currency, day: request.date }
    // Locked before the lookup, to wait for a concurrent upload of the same gift. Several people share the record of an
    // erased donor.
    const holdsPeople = !(await isErased())
    if (holdsPeople) await lockIncomingDonors(db, organization.id, { donorKeys: [donorKey], giftKeys: [] })
    else await lockFamilyForEvaluation(db, tenant.family)
    // An erasure finished while this waited. Such a gift needs the family's lock, which cannot be taken at this point.
    if (holdsPeople && (await isErased())) {
      throw new Refusal('unavailable', publicMatch.requestMessages.failed, { retryAfterSeconds: 2 })
    }
    // The caller may not be the gift's donor, so nothing about it is changed or revealed.
    if (await isDonationRecorded(db, donation)) return
    const claim = { transactionId: request.transaction_id, donor, amountCents, currency }
    if (await isTransactionOf(db, organization.id, claim)) return
    const evaluationContext = { platform, tenant, directory, actor, holdsPeople }
    const context = { ...evaluationContext, importId: null, optIn: false, mailWithoutEmployer: true, unconfirmed: true }
    const { ids } = await recordDonations(db, context, [
      {
        ...blankDonation,
        organizationId: organization.id,
        transactionId: null,
        donatedAt: `${request.date} 00:00:00`,
        amountCents,
        currency,
        donor,
        employer: { companyId, text: companyName ?? request.employer },
        custom: { source: publicMatch.requestSources[request.from] },
      },
    ])
    for (const donationId of ids) await saveClaim(db, { organizationId: organization.id, donationId }, claim)
    await writeAudit(db, call, {
      organizationId: organization.id,
      action: 'requested',
      subject: 'match',
      after: { amount: request.amount, currency, date: request.date, employer: companyName ?? request.employer },
    })
  })
  const { day, gift } = { day: request.date, gift: { amountCents, transactionId: request.transaction_id } }
  return {
    message: whatHappensNext(organization, request, amountCents),
    steps:
      companyId !== null && organization.complete
        ? await stepsOf(platform, { organizationId: organization.id, companyId, day, ...gift })
        : null,
  }
}

function refusedAddress(): Refusal {
  const { ownEmail } = publicMatch.requestMessages
  return new Refusal('invalid', ownEmail, { fields: { email: ownEmail } })
}

function refuseDay(day: string, now: Date): void {
  // Donors enter their local day, which begins first at UTC+14.
  const today = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  const oldest = new Date(now.getTime() - maxAgeDays * 86_400_000).toISOString().slice(0, 10)
  const { dateAhead, dateOld } = publicMatch.requestMessages
  if (day > today) throw new Refusal('invalid', dateAhead, { fields: { date: dateAhead } })
  if (day < oldest) throw new Refusal('invalid', dateOld, { fields: { date: dateOld } })
}

/** Must not reveal whether the gift was already recorded. */
async function stepsOf(platform: Platform, gift: ReportedGift): Promise<string | null> {
  const found = await previewReportedGift(platform, gift)
  return found && givingPath(platform, gift)
}

/** Must not reveal whether the gift was already recorded. */
function whatHappensNext(
  { name, complete, email_min_cents }: OpenOrganization,
  { email, language = 'en' }: Request,
  amountCents: number,
): string {
  const next = !complete ? 'asked_setting_up' : amountCents < email_min_cents ? 'asked_noted' : 'asked_email'
  return languageOf(language).translateOnPage(next, { receiving_org_name: name, asked_email: email })
}
