import type { auth } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { findLink, issueLink, type Link, lockLink } from '../../../../platform/links/links.queries.ts'
import type { LinkPurpose, StepDetail } from '../../../../platform/links/purposes.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { findUser } from '../users.queries.ts'

export type StepPurpose = LinkPurpose<string, StepDetail>

export type Step = Link<string, StepDetail> & { readonly user: auth.User }

export async function startStep(
  db: Db,
  platform: Pick<Platform, 'clock'>,
  userId: number,
  given: { readonly purpose: StepPurpose } & Partial<StepDetail>,
): Promise<{ step: string }> {
  const { purpose, redirect = null, challenge = null } = given
  return { step: await issueLink(db, purpose, { userId, detail: { redirect, challenge }, now: platform.clock() }) }
}

/** Null after ten minutes. `isHeld` locks the step until the transaction ends. */
export async function findStep(
  db: Db,
  { clock }: Pick<Platform, 'clock'>,
  given: { readonly token: string; readonly purpose: StepPurpose; readonly isHeld?: true },
): Promise<Step | null> {
  const find = given.isHeld ? lockLink : findLink
  const link = await find(db, { purposes: [given.purpose], digest: digestOf(given.token), now: clock() })
  const user = link && (await findUser(db, link.userId))
  return user && { ...link, user }
}
