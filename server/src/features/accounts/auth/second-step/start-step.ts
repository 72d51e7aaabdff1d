import type { auth } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { findLink, issueLink, type Link, lockLink } from '../../../../platform/links/links.queries.ts'
import type { LinkPurpose, StepDetail } from '../../../../platform/links/purposes.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { findUser } from '../../../core/users/index.ts'

export type StepPurpose = LinkPurpose<string, StepDetail>

export type Step = Link<string, StepDetail> & { readonly user: auth.User }

export async function startStep(
  db: Db,
  platform: Pick<Platform, 'clock'>,
  userId: number,
  options: { readonly purpose: StepPurpose } & Partial<StepDetail>,
): Promise<{ step: string }> {
  const { purpose, redirect = null, challenge = null } = options
  return { step: await issueLink(db, purpose, { userId, detail: { redirect, challenge }, now: platform.clock() }) }
}

/** Null after ten minutes. `locks` keeps the step locked until the transaction ends. */
export async function findStep(
  db: Db,
  { clock }: Pick<Platform, 'clock'>,
  lookup: { readonly token: string; readonly purpose: StepPurpose; readonly locks?: true },
): Promise<Step | null> {
  const find = lookup.locks ? lockLink : findLink
  const link = await find(db, { purposes: [lookup.purpose], digest: digestOf(lookup.token), now: clock() })
  const user = link && (await findUser(db, link.userId))
  return user && { ...link, user }
}
