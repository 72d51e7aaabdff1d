import { chosenEmployer } from '../employers/employer-finding.ts'
import type { EvaluationInput } from './evaluation.ts'
import type { Campaign, Policy } from './policy.ts'

export const samplePolicy: Policy = {
  versionId: 7,
  companyId: 1,
  ownerId: 1,
  companyName: 'Contoso',
  timeZone: 'America/New_York',
  program: 'yes',
  method: 'csr',
  csrPlatform: 'benevity',
  platform: null,
  guideUrl: null,
  submissionUrl: 'https://contoso.example/giving',
  formUrl: 'https://contoso.example/form.pdf',
  hasForm: false,
  contactEmail: 'giving@contoso.example',
  contactAddress: '1 Main Street, Springfield',
  ratio: '1:1',
  ratioTiers: [],
  tiersRunThrough: 'gift',
  exceptions: [],
  minAmountCents: 0,
  minimumPerGift: false,
  maxPerGiftCents: 0,
  maxPerYearCents: 0,
  maxLifetimeCents: 0,
  maximumBasis: 'match',
  deductiblePartOnly: 'unknown',
  currency: 'USD',
  eligibleEmployees: [],
  eligibleNonprofits: [],
  excludedNonprofits: [],
  giftKinds: [],
  ownSiteOnly: false,
  formNeedsNonprofit: true,
  deadlineRule: null,
  policyYearStart: '01-01',
  sourceUrl: 'https://contoso.example/matching',
  asOf: '2026-06',
}

export const sampleCampaign: Campaign = {
  id: 3,
  name: 'Spring appeal',
  companyId: 1,
  startDate: '2026-03-01',
  endDate: '2026-05-31',
  minAmountCents: 0,
  maxAmountCents: 0,
  matchRatio: '',
  groupSubmit: false,
}

export const sampleInput: EvaluationInput = {
  donation: { id: 100, amountCents: 5_000, currency: 'USD', donatedAt: '2026-04-15 10:00:00' },
  employer: chosenEmployer(1, 'Contoso'),
  organization: { type: 'non-profit', country: 'US', categories: [], isClosed: false, isComplete: true },
  policy: samplePolicy,
  campaign: null,
  now: new Date('2026-04-16T12:00:00Z'),
}
