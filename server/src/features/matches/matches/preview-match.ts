import { type Currency, categories } from '@twofold/contract'
import { chosenEmployer, type Evaluation, evaluate, findCampaign, findRate, type Policy } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { listDatedRates, listPolicies } from '../../core/companies/index.ts'
import { listCampaigns, listEvaluatedOrganizations, listOwnPolicies, policyFor } from './rule-context.queries.ts'

export type DonationToPreview = {
  readonly company: { readonly id: number; readonly name: string }
  /** Null previews the company alone. */
  readonly organizationId: number | null
  readonly amountCents: number
  readonly day: string
  readonly now: Date
}

export type MatchPreview = {
  readonly policy: Policy | null
  readonly currency: Currency
  readonly evaluation: Evaluation
  /** Set if only the request method is unknown. */
  readonly evaluationByContact: Evaluation | null
}

/** The setup counts as complete, and the donor's other gifts are ignored. */
export async function previewMatch(db: Db, donation: DonationToPreview): Promise<MatchPreview> {
  const { company, organizationId, amountCents, day, now } = donation
  const policies = await listPolicies(db, [company.id])
  const [row] = organizationId === null ? [] : await listEvaluatedOrganizations(db, [organizationId])
  const campaigns = row ? await listCampaigns(db, [row.id]) : []
  const ownPolicies = row ? await listOwnPolicies(db, [row.id], [company.id]) : []
  const policy = policyFor({ policies, ownPolicies }, company, day)
  const lists = [campaigns.filter(({ isOwn }) => isOwn), campaigns.filter(({ isOwn }) => !isOwn)]
  const campaign = findCampaign(lists, company.id, day)
  const currency = row?.currency ?? policy?.currency ?? 'USD'
  const facts = {
    type: row?.type ?? 'non-profit',
    country: row?.country ?? 'US',
    categories: row?.category_ids.flatMap((id) => categories.get(id) ?? []) ?? [],
  } as const
  const exchangeRate = policy && findRate(await listDatedRates(db), currency, policy.currency, day)
  const evaluateBy = (by: Policy | null): Evaluation =>
    evaluate({
      donation: { amountCents, currency, donatedAt: day },
      employer: chosenEmployer(company.id, company.name),
      organization: { ...facts, isClosed: false, isComplete: true },
      policy: by,
      campaign,
      exchangeRate,
      now,
    })
  const evaluation = evaluateBy(policy)
  const isMethodUnknown = evaluation.reasonCode === 'policy_incomplete' && policy?.program === 'yes'
  return {
    policy,
    currency,
    evaluation,
    evaluationByContact: isMethodUnknown
      ? evaluateBy({ ...policy, method: 'contact', contactAddress: company.name })
      : null,
  }
}
