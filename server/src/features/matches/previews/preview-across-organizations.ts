import type { mails } from '@twofold/contract'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { NewCompanyIdentifiers } from '../../core/companies/index.ts'
import { type Directory, directoryInTransaction } from '../../core/companies/index.ts'
import { holdWaiting, reviewMails } from '../../email/notifications/index.ts'
import { evaluateAgain, listDonationsAwaitingCompany, listFamilies } from '../matches/index.ts'
import { compareSnapshots, maxExamples, mergeMoveCounts } from './compare-snapshots.ts'
import { listMatchSnapshots, listWithCombinedDonations } from './match-snapshots.queries.ts'
import { countMatchable, listOpenDonationsAt } from './preview-across-organizations.queries.ts'

/** A user waits a few seconds. Larger changes are reported as at least this many. */
export const previewLimits = { gifts: 5_000, organizations: 300 } as const

const timeoutMs = 60_000

type Gift = { readonly organization_id: number; readonly id: number }
type Work = (db: Db, tenant: Tenant, donationIds: readonly number[]) => Promise<void>

/** In a transaction that is rolled back. `touched` are the donations with those that are combined with them. */
export async function previewInTransaction(
  db: Db,
  { platform, tenant }: { readonly platform: Platform; readonly tenant: Tenant },
  donationIds: readonly number[],
  work: () => Promise<unknown>,
) {
  const touched = await listWithCombinedDonations(db, tenant.family, donationIds)
  const before = await listMatchSnapshots(db, tenant.family, touched)
  await work()
  const changes = compareSnapshots(before, await listMatchSnapshots(db, tenant.family, touched))
  return { touched, ...changes, mails: await reviewMails(db, { platform, tenant }, 'of this transaction') }
}

/** Runs one rolled-back transaction per organization. Pass one gift more than the limit if there are more. */
export async function previewAcrossOrganizations(
  platform: Platform,
  gifts: readonly Gift[],
  work: Work,
): Promise<mails.ChangeReview> {
  const giftsByOrganization = Map.groupBy(gifts.slice(0, previewLimits.gifts), (gift) => gift.organization_id)
  const previewed = [...giftsByOrganization].slice(0, previewLimits.organizations)
  const families = await acrossOrganizations(readOnly(platform.database), (db) =>
    listFamilies(
      db,
      previewed.map(([id]) => id),
    ),
  )
  const isComplete = gifts.length <= previewLimits.gifts && previewed.length === giftsByOrganization.size
  let review: mails.ChangeReview = { ...nothing, mails: { ...nothing.mails, is_whole: isComplete } }
  for (const [organizationId, own] of previewed) {
    const tenant = grantTenant(organizationId, families.get(organizationId) ?? [organizationId])
    const ids = own.map(({ id }) => id)
    const part = await inTenant(
      platform.database,
      tenant,
      async (db) => {
        const preview = await previewInTransaction(db, { platform, tenant }, ids, () => work(db, tenant, ids))
        const { touched, estimated_from: _, estimated_to: _to, ...changes } = preview
        return { ...changes, gifts: ids.length, organizations: 1, matchable: await countMatchable(db, tenant, touched) }
      },
      { dryRun: true, timeoutMs },
    )
    review = addReviews(review, part)
  }
  return review
}

/** `change` runs once per organization and is rolled back. `gained` includes gifts that waited for an employer. */
export async function previewDirectoryChange(
  { platform, directory }: { readonly platform: Platform; readonly directory: Directory },
  companyIds: readonly number[],
  change: (db: Db) => Promise<unknown>,
  gained: NewCompanyIdentifiers = { names: [], domains: [] },
): Promise<mails.ChangeReview> {
  const hasNewIdentifiers = gained.names.length + gained.domains.length > 0
  const gifts = await acrossOrganizations(
    platform.database,
    async (db) => {
      const atMost = previewLimits.gifts + 1
      const open = await listOpenDonationsAt(db, companyIds, atMost)
      return hasNewIdentifiers ? [...open, ...(await listDonationsAwaitingCompany(db, gained, atMost))] : open
    },
    { readOnly: true, timeoutMs },
  )
  return previewAcrossOrganizations(platform, gifts, async (db, tenant, donationIds) => {
    await change(db)
    const currentDirectory = hasNewIdentifiers ? await directoryInTransaction(db, platform.clock()) : directory
    await evaluateAgain(
      db,
      { platform, tenant, directory: currentDirectory, actor: { kind: 'system', userId: null } },
      donationIds,
    )
    await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now: platform.clock() })
  })
}

const nothing: mails.ChangeReview = {
  gifts: 0,
  organizations: 0,
  matchable: 0,
  changed: 0,
  joined: 0,
  moves: [],
  examples: [],
  mails: {
    mails: 0,
    held: 0,
    first_at: null,
    last_at: null,
    not_sent: [],
    waits_because: null,
    sample: null,
    is_whole: true,
  },
}

function addReviews(left: mails.ChangeReview, right: mails.ChangeReview): mails.ChangeReview {
  return {
    gifts: left.gifts + right.gifts,
    organizations: left.organizations + right.organizations,
    matchable: left.matchable + right.matchable,
    changed: left.changed + right.changed,
    joined: left.joined + right.joined,
    moves: mergeMoveCounts([...left.moves, ...right.moves]),
    examples: [...left.examples, ...right.examples].slice(0, maxExamples),
    mails: addSendReviews(left.mails, right.mails),
  }
}

function addSendReviews(left: mails.SendReview, right: mails.SendReview): mails.SendReview {
  const is_whole = left.is_whole && right.is_whole
  const not_sent = [...Map.groupBy([...left.not_sent, ...right.not_sent], ({ why }) => why)]
    .map(([why, parts]) => ({ why, count: parts.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)
  if (left.mails === 0 || right.mails === 0) return { ...(left.mails === 0 ? right : left), not_sent, is_whole }
  // If only one organization's emails wait, they count as held in the sum.
  const [first, second] = left.waits_because === null ? [left, right] : [right, left]
  const isMixed = first.waits_because === null && second.waits_because !== null
  const scheduled = isMixed ? [first] : [first, second]
  const times = (at: 'first_at' | 'last_at') => scheduled.flatMap((part) => part[at] ?? []).sort()
  return {
    mails: left.mails + right.mails,
    held: isMixed ? first.held + second.mails : left.held + right.held,
    first_at: times('first_at').at(0) ?? null,
    last_at: times('last_at').at(-1) ?? null,
    not_sent,
    ...(left.listed || right.listed ? { listed: (left.listed ?? 0) + (right.listed ?? 0) } : {}),
    ...addTemplateCounts(left, right),
    waits_because: first.waits_because,
    sample: first.sample,
    is_whole,
  }
}

/** Omitted if either review lacks them. */
function addTemplateCounts({ about: leftCounts }: mails.SendReview, { about: rightCounts }: mails.SendReview) {
  if (!leftCounts || !rightCounts) return {}
  const byTemplate = Map.groupBy([...leftCounts, ...rightCounts], ({ template_id }) => template_id)
  const about = [...byTemplate].map(([template_id, parts]) => ({
    template_id,
    mails: parts.reduce((sum, { mails: count }) => sum + count, 0),
  }))
  return { about }
}
