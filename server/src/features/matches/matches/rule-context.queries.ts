import { categories, currency } from '@twofold/contract'
import {
  blankPolicy,
  type Campaign,
  findOwnPolicy,
  type NonprofitFacts,
  type OwnPolicy,
  type Policy,
  policyOn,
  withOwnPolicy,
} from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const evaluatedOrganization = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(['non-profit', 'edu-pto', 'chapter']),
  ein: z.string(),
  complete: z.boolean(),
  parent_complete: z.boolean(),
  closed: z.boolean(),
  country: z.enum(['US', 'CA']),
  category_ids: z.array(z.int()),
  time_zone: z.string(),
  currency,
})
export type EvaluatedOrganization = z.infer<typeof evaluatedOrganization>

export async function listEvaluatedOrganizations(db: Db, ids: readonly number[]): Promise<EvaluatedOrganization[]> {
  return sql.prepared(evaluatedOrganization)`
    SELECT o.id, o.name, o.type, o.ein, o.complete, coalesce(p.complete, false) AS parent_complete,
      o.cancelled_at IS NOT NULL OR o.rule_deactivated AS closed, o.country, o.category_ids, o.time_zone, o.currency
    FROM organizations o LEFT JOIN organizations p ON p.id = o.parent_id
    WHERE o.id = ANY (${[...ids]}::bigint[])`.rows(db)
}

export const nonprofitFactsOf = ({ type, country, category_ids }: EvaluatedOrganization): NonprofitFacts => ({
  type,
  country,
  categories: category_ids.flatMap((id) => categories.get(id) ?? []),
})

const applicableCampaign = z.object({
  id: z.int(),
  organizationId: z.int(),
  /** False if it is the parent's. */
  isOwn: z.boolean(),
  companyId: z.int().nullable(),
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  minAmountCents: z.int().nullable(),
  maxAmountCents: z.int().nullable(),
  matchRatio: z.string(),
  groupSubmit: z.boolean(),
  message: z.string(),
}) satisfies z.ZodType<Campaign>
export type ApplicableCampaign = z.infer<typeof applicableCampaign>

export async function listCampaigns(db: Db, organizationIds: readonly number[]): Promise<ApplicableCampaign[]> {
  return sql.prepared(applicableCampaign)`
    SELECT (campaign).id, in_organization AS "organizationId",
      (campaign).organization_id = in_organization AS "isOwn", (campaign).company_id AS "companyId", (campaign).name,
      (campaign).start_date AS "startDate", (campaign).end_date AS "endDate",
      (campaign).min_amount_cents AS "minAmountCents", (campaign).max_amount_cents AS "maxAmountCents",
      (campaign).match_ratio AS "matchRatio", (campaign).group_submit AS "groupSubmit", (campaign).message
    FROM campaigns_reaching(${[...organizationIds]}::bigint[])
    ORDER BY (campaign).start_date DESC, (campaign).id DESC LIMIT 5000`.rows(db)
}

const applicableOwnPolicy = z.object({
  id: z.int(),
  organizationId: z.int(),
  /** False if it is the parent's. */
  isOwn: z.boolean(),
  companyId: z.int(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  ratio: z.string().nullable(),
  minAmountCents: z.int().nullable(),
  maxPerGiftCents: z.int().nullable(),
  maxPerYearCents: z.int().nullable(),
  deadlineRule: z.string().nullable(),
}) satisfies z.ZodType<OwnPolicy>
export type ApplicableOwnPolicy = z.infer<typeof applicableOwnPolicy>

export async function listOwnPolicies(
  db: Db,
  organizationIds: readonly number[],
  companyIds: readonly number[],
): Promise<ApplicableOwnPolicy[]> {
  return sql.prepared(applicableOwnPolicy)`
    SELECT (own).id, in_organization AS "organizationId", (own).organization_id = in_organization AS "isOwn",
      (own).company_id AS "companyId", (own).start_date AS "startDate", (own).end_date AS "endDate", (own).ratio,
      (own).min_amount_cents AS "minAmountCents", (own).max_per_gift_cents AS "maxPerGiftCents",
      (own).max_per_year_cents AS "maxPerYearCents", (own).deadline_rule AS "deadlineRule"
    FROM own_policies_reaching(${[...organizationIds]}::bigint[], ${[...companyIds]}::bigint[]) LIMIT 5000`.rows(db)
}

export function policyFor(
  rules: {
    readonly policies: ReadonlyMap<number, readonly Policy[]>
    readonly ownPolicies: readonly ApplicableOwnPolicy[]
  },
  company: { readonly id: number; readonly name: string },
  day: string,
): Policy | null {
  const policy = policyOn(rules.policies.get(company.id) ?? [], day)
  const own = rules.ownPolicies.filter(({ isOwn }) => isOwn)
  const parents = rules.ownPolicies.filter(({ isOwn }) => !isOwn)
  const ownPolicy = findOwnPolicy([own, parents], company.id, day)
  return ownPolicy ? withOwnPolicy(policy ?? blankPolicy(company.id, company.name), ownPolicy) : policy
}

export async function listFormsNeedingNonprofit(
  db: Db,
  policyVersionIds: readonly number[],
): Promise<Set<number | null>> {
  const rows = await sql.prepared(idRow)`
    SELECT id FROM policies WHERE id = ANY (${[...policyVersionIds]}::bigint[]) AND form_needs_nonprofit`.rows(db)
  return new Set(rows.map((row) => row.id))
}
