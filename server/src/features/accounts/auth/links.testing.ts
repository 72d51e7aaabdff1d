import { withoutTenant } from '../../../platform/database/database.ts'
import { issueLink } from '../../../platform/links/links.queries.ts'
import { links } from '../../../platform/links/purposes.ts'
import type { TestApp } from '../../../testing/index.ts'

/** Without emails, so that tests do not reach the mail limits. */
export const resetToken = ({ platform }: TestApp, userId: number): Promise<string> =>
  withoutTenant(platform.database, (db) =>
    issueLink(db, links.resetPassword, {
      userId,
      detail: { organization: null, invitedBy: null },
      now: platform.clock(),
    }),
  )

export const signInToken = ({ platform }: TestApp, userId: number, redirect: string): Promise<string> =>
  withoutTenant(platform.database, (db) =>
    issueLink(db, links.signIn, {
      userId,
      detail: { redirect, code: null, browser: null, tries: 0 },
      now: platform.clock(),
    }),
  )
