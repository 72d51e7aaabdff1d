import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { redeemLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { findUserByEmail } from '../../../core/users/index.ts'
import { sendAccountMail } from '../account-emails.ts'
import { recordRefusal } from '../account-events/refusals.ts'
import { limitAccountMails } from '../limits.ts'
import { afterFirstStep, refuseDemoInProduction } from '../sign-in/sign-in.ts'
import { isSame, linkCodeHash } from './link-codes.ts'
import { countCodeAttempt, findLiveLink, type LiveLink } from './login-links.queries.ts'
import { markBrowser, requestingBrowser } from './requesting-browser.ts'

const linkUsed = (): Refusal => new Refusal('gone', auth.messages.linkUsed)
const wrongCode = (): Refusal =>
  new Refusal('unauthenticated', auth.messages.wrongMailCode, { fields: { code: auth.messages.wrongMailCode } })

export const magicLinkRoutes: ServedRoute[] = [
  serve(auth.requestMagicLink, async ({ platform, request, reply, body }) => {
    await limitAccountMails(platform, request, body.email)
    const browser = markBrowser(platform, request, reply)
    const message = await withoutTenant(platform.database, async (db) => {
      const found = await findUserByEmail(db, body.email)
      if (!found) return auth.messages.noUserFound
      const parameters = { userId: found.user.id, redirect: body.redirect, browser }
      await sendAccountMail(db, { kind: 'magic-link', recipient: found.user.email, parameters, now: platform.clock() })
      return 'A sign-in link is on its way to your inbox.'
    })
    return reply.type('text/plain; charset=utf-8').send(message)
  }),

  serve(auth.redeemMagicLink, async ({ platform, request, reply, body }) => {
    const by = { digest: digestOf(body.token) }
    const link = await withoutTenant(platform.database, (db) => findLiveLink(db, by, platform.clock()))
    if (!link) throw linkUsed()
    const { browser, redirect } = link.detail
    const isSameBrowser = browser === null || isSame(browser, requestingBrowser(request))
    if (!isSameBrowser) {
      if (!body.code) return { code_needed: true } as const
      await checkCode({ platform, request }, link, body.code)
    }
    await redeem(platform, link)
    return {
      ...(await afterFirstStep({ platform, request, reply }, link.user, { by: 'link', redirect })),
      redirect,
    }
  }),

  serve(auth.redeemLinkCode, async ({ platform, request, reply, body }) => {
    const by = { email: body.email }
    const link = await withoutTenant(platform.database, (db) => findLiveLink(db, by, platform.clock()))
    // Another browser has a separate link, so it cannot use up the attempts of this one.
    if (!link || !isSame(link.detail.browser, requestingBrowser(request))) throw wrongCode()
    await checkCode({ platform, request }, link, body.code)
    await redeem(platform, link)
    const { redirect } = link.detail
    return {
      ...(await afterFirstStep({ platform, request, reply }, link.user, { by: 'code', redirect })),
      redirect,
    }
  }),
]

async function checkCode(
  { platform, request }: { readonly platform: Platform; readonly request: FastifyRequest },
  { user, digest, detail }: LiveLink,
  code: string,
): Promise<void> {
  const isWithinLimit = await withoutTenant(platform.database, (db) => countCodeAttempt(db, digest))
  if (isWithinLimit && isSame(detail.code, linkCodeHash(platform, digest, code))) return
  recordRefusal({ platform, request }, user, { action: 'sign_in_refused', detail: 'code' })
  throw wrongCode()
}

async function redeem(platform: Platform, { user, digest }: LiveLink): Promise<void> {
  refuseDemoInProduction(platform, user.email)
  const redemption = { purposes: [links.signIn], digest, now: platform.clock() }
  if (!(await withoutTenant(platform.database, (db) => redeemLink(db, redemption)))) throw linkUsed()
}
