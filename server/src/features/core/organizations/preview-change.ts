import { type mails, type organizations, toUnits } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { applyChange, type OrganizationChange } from './change-organization.ts'
import { maxCountedDonations, sumCouldBeMatched } from './could-be-matched.queries.ts'
import type { Change, EvaluationServices } from './evaluate-waiting.ts'
import { hasPostalAddress } from './profile.queries.ts'

// A preview performs the change and rolls it back (decision 16).

type Scope = 'all' | 'of this transaction'

export type PreviewServices = EvaluationServices & {
  /** Injected, because emails depend on organizations. */
  readonly reviewMails: (
    db: Db,
    context: { readonly platform: EvaluationServices['platform']; readonly tenant: Tenant },
    scope: Scope,
  ) => Promise<mails.SendReview>
}

/** Rounds of a thousand gifts. With more gifts, the result is a lower bound. */
const maxRounds = 10
export const previewTimeoutMs = 60_000

export async function previewEvaluation(
  db: Db,
  { platform, evaluateAffected, reviewMails }: PreviewServices,
  {
    tenant,
    changes,
    scope = 'of this transaction',
  }: {
    readonly tenant: Tenant
    readonly changes: readonly Change[]
    readonly scope?: Scope
  },
): Promise<mails.SendReview> {
  let isComplete = true
  for (const change of changes) {
    let after: number | null = 0
    for (let round = 0; after !== null && round < maxRounds; round++) {
      after = await evaluateAffected(db, tenant, change, after)
    }
    if (after !== null) isComplete = false
  }
  const review = await reviewMails(db, { platform, tenant }, scope)
  return { ...review, is_whole: review.is_whole && isComplete }
}

/** A first postal address releases emails that wait for one. */
export async function reviewChange(
  services: PreviewServices,
  call: OrganizationChange,
  form: organizations.ChangedFields,
): Promise<mails.SendReview & { could_be_matched?: mails.MatchPotential }> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      const wasAddressSet = await hasPostalAddress(db, tenant.organizationId)
      const { changes } = await applyChange(db, call, form)
      const isAddressNew = !wasAddressSet && (await hasPostalAddress(db, tenant.organizationId))
      const review = await previewEvaluation(db, services, {
        tenant,
        changes,
        scope: isAddressNew ? 'all' : 'of this transaction',
      })
      if (form.complete !== true) return review
      const sums = await sumCouldBeMatched(db, tenant.family)
      const gifts = sums.reduce((count, sum) => count + sum.gifts, 0)
      return {
        ...review,
        could_be_matched: {
          gifts,
          sums: sums.flatMap(({ currency, cents }) => (cents > 0 ? [{ currency, sum: toUnits(cents) }] : [])),
          is_whole: review.is_whole && gifts < maxCountedDonations,
        },
      }
    },
    { dryRun: true, timeoutMs: previewTimeoutMs },
  )
}
