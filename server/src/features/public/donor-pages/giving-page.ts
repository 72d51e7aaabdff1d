import { grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import { html, type PlainPage } from '../../../platform/http/plain-page.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { languageOf } from '../../core/texts/index.ts'
import { getOrganizationFacts, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import { previewReportedGift, type ReportedGift, type ReportedGiftPreview } from '../public-match/index.ts'
import { instructions, type StepParts } from './instructions.ts'
import { formDetails } from './match-page.ts'
import { type Translate, translatorFor } from './page-texts.ts'

/** Replace the buttons: here no identified donor could confirm an action. */
const emailTexts = ['submitted_then', 'mail_then', 'form_then'] as const

/** For a gift just made. Shows only the donor's entries and public data. Null if nothing can be done. */
export async function givingPage(
  platform: Platform,
  gift: ReportedGift,
  browserLanguage: string,
): Promise<PlainPage | null> {
  const found = await previewReportedGift(platform, gift)
  if (!found) return null
  const tenant = grantTenant(gift.organizationId, [gift.organizationId])
  const organizationFacts = await inTenant(readOnly(platform.database), tenant, (db) =>
    getOrganizationFacts(db, gift.organizationId),
  )
  const facts = factsOf(gift, found, organizationFacts.organization)
  const language = languageOf(browserLanguage, organizationFacts.organization.language)
  const variables = variablesOf(facts, language)
  const translateOnPage = translatorFor(language, variables)
  const translate: Translate = (name) =>
    translateOnPage(emailTexts.some((text) => text === name) ? 'giving_then' : name)
  const parts: StepParts = { facts, language, variables, translate, action: null }
  return {
    title: `${translate('act_title')} · ${oneLine(facts.organization.name)}`,
    lang: language.locale,
    script: '/m/page.js',
    body: html`<div class="page"><header class="from">${translate('from')}</header><main><h1>${translate('act_title')}</h1>
<p>${translate('act_intro')} ${translate('by_deadline')}</p>
${instructions(facts.policy?.method ?? 'contact', parts)}<h2>${translate('needed')}</h2>${formDetails(parts)}</main>
<footer><p>${translate('foot')}</p></footer></div>`,
  }
}

function factsOf(
  gift: ReportedGift,
  { companyName, preview }: ReportedGiftPreview,
  organization: MatchFacts['organization'],
): MatchFacts {
  const { policy, evaluation, currency } = preview
  return {
    // only donors with a known address may see the nonprofit's contact
    organization: { ...organization, contactName: '', contactEmail: '' },
    donor: { id: 0, name: '', email: '', language: '', chosenLanguage: '' },
    donation: {
      id: 0,
      statusId: 28,
      amountCents: gift.amountCents,
      currency,
      day: gift.day,
      transactionId: gift.transactionId,
      estimatedCents: evaluation.estimatedCents,
      estimateIsCertain: evaluation.estimateIsCertain,
      deadlineDay: evaluation.deadlineDay,
      deadlinePassed: false,
      giftDeadlines: [],
      laterDonationUntil: null,
      reasonCode: '',
      payment: 'none',
      paidCents: 0,
      paidOn: null,
      companyId: gift.companyId,
      employerText: '',
      giftKind: null,
      employment: null,
      inert: false,
      isOrganizationClosed: false,
      silenced: false,
      counted: true,
      gifts: [],
    },
    mail: { suppressed: null, isWaiting: false, lastState: null, lastProblem: null },
    companyName,
    companyKnown: true,
    policy: policy && {
      matches: true,
      method: policy.method,
      platform: policy.csrPlatform,
      platformName: policy.platform?.name ?? '',
      platformUrl: policy.platform?.employeeUrl ?? '',
      platformSteps: [...(policy.platform?.employeeSteps ?? [])],
      deadlineRule: policy.deadlineRule,
      submissionUrl: policy.submissionUrl,
      formUrl: policy.formUrl,
      formOf: null,
      formNeedsNonprofit: policy.formNeedsNonprofit,
      eligibleEmployees: [...policy.eligibleEmployees],
      contactEmail: policy.contactEmail,
      contactAddress: policy.contactAddress,
      ratios: policy.ratio === null ? [] : [{ ratio: policy.ratio, upToCents: null }],
      minAmountCents: policy.minAmountCents,
      minimumPerGift: policy.minimumPerGift,
      policyYearStart: policy.policyYearStart,
      maxPerGiftCents: policy.maxPerGiftCents || null,
      maxPerYearCents: policy.maxPerYearCents || null,
      currency: policy.currency,
      sourceUrl: policy.sourceUrl,
      asOf: policy.asOf,
      isOwn: false,
    },
    campaign: null,
  }
}
