import type { MailedStatusId } from '../../core/texts/index.ts'
import type { MatchFacts, PolicyFacts } from '../match-facts/match-facts.queries.ts'
import { donorMailKinds, type TemplateMailName } from './donor-mails/donor-mail-kinds.ts'
import { type RenderedMail, renderMail } from './donor-mails/render-mail.ts'

export const knownPolicy: PolicyFacts = {
  matches: true,
  method: 'csr',
  platform: 'benevity',
  platformName: 'Benevity',
  platformUrl: '',
  platformSteps: [],
  policyYearStart: '01-01',
  deadlineRule: 'year_end',
  submissionUrl: 'https://portal-works.benevity.example/community',
  formUrl: 'https://portal-works.example/form.pdf',
  formOf: null,
  formNeedsNonprofit: true,
  eligibleEmployees: [],
  contactEmail: 'giving@portal-works.example',
  contactAddress: '1 Mill Road',
  ratios: [{ ratio: '1:1', upToCents: null }],
  minAmountCents: 2_500,
  minimumPerGift: false,
  maxPerGiftCents: 100_000,
  maxPerYearCents: 1_500_000,
  currency: 'USD',
  sourceUrl: 'https://www.portal-works.example/giving',
  asOf: '2026-06',
  isOwn: false,
}

export const knownFacts: MatchFacts = {
  organization: {
    id: 1,
    name: 'Riverbend Food Bank',
    language: 'en',
    ein: '841234567',
    url: 'https://riverbend.example',
    mission: 'Food for all',
    contactName: 'Ana Reyes',
    contactEmail: 'hello@riverbend.example',
    senderName: 'Riverbend Food Bank',
    replyTo: 'hello@riverbend.example',
    ownSender: null,
    addressLines: ['12 River Road', 'Springfield, IL 62701'],
    logo: null,
  },
  donor: { id: 1, name: 'Maria Gonzalez', email: 'maria@example.org', language: 'en', chosenLanguage: '' },
  donation: {
    id: 77,
    statusId: 7,
    amountCents: 5_000,
    currency: 'USD',
    day: '2026-11-20',
    transactionId: 'T-1',
    estimatedCents: 5_000,
    estimateIsCertain: false,
    deadlineDay: '2026-12-31',
    deadlinePassed: false,
    giftDeadlines: [],
    laterDonationUntil: '2026-12-31',
    companyId: null,
    employerText: '',
    employment: null,
    giftKind: null,
    reasonCode: 'deadline_passed',
    payment: 'none',
    paidCents: 0,
    paidOn: null,
    inert: false,
    isOrganizationClosed: false,
    silenced: false,
    counted: true,
    gifts: [],
  },
  mail: { suppressed: null, isWaiting: false, lastState: 'sent', lastProblem: null },
  companyName: 'Portal Works',
  companyKnown: true,
  policy: knownPolicy,
  campaign: { name: 'Year end', message: 'This month Portal Works gives twice as much.' },
}

export const mailLinks = {
  act: 'https://twofold.test/m/c/p-1-1.x',
  decline: 'https://twofold.test/m/d/p-1-1.x',
  page: 'https://twofold.test/match-request/p-1-1.x',
  pixel: 'https://twofold.test/m/o/o-1-1.x',
  unsubscribe: 'https://twofold.test/m/u/u-1-1.x',
}

export const mailAboutMatch = (kind: TemplateMailName, statusId: MailedStatusId, facts: MatchFacts): RenderedMail =>
  renderMail({ kind: donorMailKinds[kind], statusId, facts, links: mailLinks })

export { withDeadlines } from '../match-facts/step-facts.queries.ts'

export const firstMail = (statusId: MailedStatusId, facts: MatchFacts): RenderedMail =>
  renderMail({ kind: donorMailKinds.initial, statusId, facts, links: mailLinks })
