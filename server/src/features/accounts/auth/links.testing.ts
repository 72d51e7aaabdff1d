import { inProduct } from '../../../platform/database/database.ts'
import { issueLink } from '../../../platform/links/links.queries.ts'
import { links } from '../../../platform/links/purposes.ts'
import type { TestApp } from '../../../testing/index.ts'

/** The tokens of links without their emails, so that the limit of emails is not what a test tries. */
export const resetToken = ({ platform }: TestApp, userId: number): Promise<string> =>
  inProduct(platform.database, (db) =>
    issueLink(db, links.resetPassword, {
      userId,
      detail: { organization: null, invitedBy: null },
      now: platform.clock(),
    }),
  )

/** For every browser. */
export const signInToken = ({ platform }: TestApp, userId: number, redirect: string): Promise<string> =>
  inProduct(platform.database, (db) =>
    issueLink(db, links.signIn, {
      userId,
      detail: { redirect, code: null, browser: null, tries: 0 },
      now: platform.clock(),
    }),
  )
