import { companyPagePath, type policies } from '@twofold/contract'
import { type Currency, describeOwnPolicy, policySentences } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { orNotFound } from '../../../../platform/runtime/errors.ts'
import {
  compareVersions,
  factsOfPolicy,
  findCompanyFacts,
  headingTexts,
  listPoliciesOn,
  listVersions,
  ownNameOf,
  type PolicyVersion,
  presentCompany,
  presentSource,
} from '../../../core/companies/index.ts'
import {
  countGiftsOfCompany,
  getOrganizationCurrency,
  inUnits,
  listOwnPolicyRows,
  type OwnPolicyRow,
} from './own-policies.queries.ts'

/** @throws not found */
export async function readOrganizationCompany(
  db: Db,
  tenant: Tenant,
  requestedId: number,
  now: Date,
): Promise<policies.OrganizationCompany> {
  const facts = orNotFound(await findCompanyFacts(db, requestedId, dayOf(now)))
  const companyId = facts.id
  const ownCurrency = await getOrganizationCurrency(db, tenant)
  const policy = (await listPoliciesOn(db, [companyId], dayOf(now))).get(companyId) ?? null
  const sentences = policySentences(facts.name, policy, ownCurrency)
  const own = await listOwnPolicyRows(db, tenant.organizationId, companyId)
  const currency = policy?.currency ?? 'USD'
  return {
    company: presentCompany(facts, policy, ownCurrency),
    public_path: companyPagePath.of(facts),
    website: facts.website,
    industry: facts.industry,
    aliases: facts.aliases,
    parent: facts.parent,
    is_inherited: policy !== null && policy.ownerId !== companyId,
    sentences: [...Map.groupBy(sentences, ({ about }) => about)].map(([about, group]) => ({
      heading: headingTexts[about],
      texts: group.map(({ text }) => text),
    })),
    facts: policy ? factsOfPolicy(policy, facts, { secondCurrency: ownCurrency }) : [],
    versions: presentVersions(
      await listVersions(db, policy?.ownerId ?? companyId),
      ownNameOf(facts, policy),
      ownCurrency,
    ),
    gifts: await countGiftsOfCompany(db, tenant.family, companyId),
    own_policies: own.map((row) => presentOwn(row, tenant, companyId, { currency, ownCurrency })),
  }
}

function presentOwn(
  row: OwnPolicyRow,
  tenant: Tenant,
  companyId: number,
  { currency, ownCurrency }: { readonly currency: Currency; readonly ownCurrency: Currency },
): policies.OwnPolicy {
  const { organization_id, min_amount_cents, max_per_gift_cents, max_per_year_cents, ...own } = row
  return {
    ...own,
    ...inUnits(row),
    is_parents: organization_id !== tenant.organizationId,
    text: describeOwnPolicy(
      {
        id: own.id,
        companyId,
        startDate: own.start_date,
        endDate: own.end_date,
        ratio: own.ratio,
        minAmountCents: min_amount_cents,
        maxPerGiftCents: max_per_gift_cents,
        maxPerYearCents: max_per_year_cents,
        deadlineRule: own.deadline_rule,
      },
      currency,
      ownCurrency,
    ),
  }
}

type Shown = policies.OrganizationCompany['versions'][number]

function presentVersions(versions: readonly PolicyVersion[], about: string, secondCurrency: Currency): Shown[] {
  return versions.map((version, index) => {
    const { source } = presentSource(version.policy.sourceUrl, version.policy.asOf, about)
    return {
      version: version.version,
      learned_at: version.learnedAt,
      by: version.by,
      source: source?.title ?? version.policy.sourceUrl,
      changes: compareVersions(versions[index + 1], version, secondCurrency),
    }
  })
}
