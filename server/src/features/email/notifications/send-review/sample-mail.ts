import type { mails, templates } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { sampleLinks } from '../../donor-links/index.ts'
import { getOrganizationFacts, type MatchFacts, type PolicyFacts } from '../../match-facts/index.ts'
import { donorMailKinds } from '../donor-mails/donor-mail-kinds.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { renderMail } from '../donor-mails/render-mail.ts'
import { formatRecipient, formatSender, senderOf } from '../donor-mails/sender-of-mail.ts'

const dayMs = 86_400_000
/** The donor requests the match on a platform: the most frequent status. */
const statusId = 7

type SampleContext = { readonly platform: Platform; readonly tenant: Tenant }

/** Only for organizations without gifts; everything else is as in real emails. */
export async function sampleMail(db: Db, context: SampleContext): Promise<mails.MailSample> {
  const facts = await sampleFacts(db, context, statusId)
  const logo = await findMailLogo(context.platform, facts)
  const { subject, html } = renderMail({ kind: donorMailKinds.initial, statusId, facts, links: sampleLinks, logo })
  const from = formatSender(senderOf(context.platform, facts))
  return { from, to: formatRecipient(facts), subject, html }
}

const templateMethods: Partial<Record<templates.TemplateId, PolicyFacts['method']>> = {
  6: 'mail',
  8: 'contact',
  25: 'form',
}

const getSampleStatus = (templateId: templates.TemplateId): number =>
  ({ 102: statusId, 103: 1 })[Number(templateId)] ?? templateId

export async function sampleFacts(
  db: Db,
  { platform, tenant }: SampleContext,
  templateId: templates.TemplateId,
): Promise<MatchFacts> {
  const now = platform.clock()
  const { organization, currency, timeZone } = await getOrganizationFacts(db, tenant.organizationId)
  const addDays = (days: number): string => dayAt(new Date(now.getTime() + days * dayMs), timeZone) ?? ''
  const method = templateMethods[templateId] ?? 'csr'
  const isWithoutEmployer = templateId === 23
  const isPaid = templateId === 103
  return {
    organization,
    donor: {
      id: 0,
      name: 'Jordan Avery',
      email: 'jordan.avery@example.org',
      language: organization.language,
      chosenLanguage: '',
    },
    donation: {
      id: 0,
      statusId: getSampleStatus(templateId),
      amountCents: 10_000,
      currency,
      day: addDays(-7),
      transactionId: '',
      estimatedCents: 10_000,
      estimateIsCertain: true,
      deadlineDay: addDays(83),
      deadlinePassed: false,
      giftDeadlines: [],
      laterDonationUntil: null,
      reasonCode: 'method_csr',
      payment: isPaid ? 'paid' : 'none',
      paidCents: isPaid ? 10_000 : 0,
      paidOn: isPaid ? addDays(-1) : null,
      companyId: null,
      employerText: isWithoutEmployer ? '' : 'Example Industries',
      giftKind: 'money',
      employment: null,
      inert: false,
      isOrganizationClosed: false,
      silenced: false,
      counted: true,
      gifts: [],
    },
    mail: { suppressed: null, isWaiting: false, lastState: null, lastProblem: null },
    companyName: isWithoutEmployer ? '' : 'Example Industries',
    companyKnown: !isWithoutEmployer,
    policy: {
      matches: true,
      method,
      platform: null,
      platformName: '',
      platformUrl: '',
      platformSteps: [],
      deadlineRule: null,
      submissionUrl: 'https://giving.example.com',
      formUrl: null,
      formOf: null,
      contactEmail: method === 'contact' ? 'giving@example.com' : null,
      formNeedsNonprofit: true,
      eligibleEmployees: [],
      contactAddress: null,
      ratios: [{ ratio: '1:1', upToCents: null }],
      minAmountCents: 2_500,
      minimumPerGift: false,
      policyYearStart: '01-01',
      maxPerGiftCents: null,
      maxPerYearCents: 500_000,
      currency,
      sourceUrl: '',
      asOf: '',
      isOwn: false,
    },
    campaign: null,
  }
}
