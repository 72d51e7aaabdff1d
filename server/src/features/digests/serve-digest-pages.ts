import type { FastifyInstance, FastifyReply } from 'fastify'
import { acrossOrganizations, type Db } from '../../platform/database/database.ts'
import {
  isOneClick,
  limited,
  oneClickDone,
  pageRate,
  readForms,
  seeOther,
  type TokenRequest,
  unsubscribeRate,
  wordsOnly,
} from '../../platform/http/form-pages.ts'
import { html, type PlainPage, sendPlainPage } from '../../platform/http/plain-page.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeAudit } from '../audit/index.ts'
import { type DigestReference, digestPagePath, readDigestToken } from './digest-links.ts'
import {
  allowDigest,
  type DigestSubscription,
  findDigestSubscription,
  findRecipientKey,
  refuseDigest,
} from './digests.queries.ts'

const refused = wordsOnly(
  'One moment, please',
  'There were many requests from your network. Please try again in a few minutes.',
  429,
)
const unknownLink = wordsOnly(
  'We don’t know this link',
  'It may have been cut off on its way. Please open it from the email again.',
  404,
)

/** The way out of the weekly mail. A GET only asks; a press, or the mail program's post, unsubscribes. */
export async function serveDigestPages(http: FastifyInstance, platform: Platform): Promise<void> {
  const { database } = platform
  await http.register(async (pages) => {
    readForms(pages)

    pages.get('/m/g/:token', (request: TokenRequest, reply) =>
      limited(platform, request, reply, { name: 'digest-page', rate: pageRate, refused: () => refused }, async () => {
        const { token } = request.params
        const mail = readDigestToken(platform, token)
        const found =
          mail && (await acrossOrganizations(database, (db) => findDigestSubscription(db, mail), { readOnly: true }))
        return sendPlainPage(reply, found ? subscriptionPage(found, digestPagePath(token)) : unknownLink)
      }),
    )

    const change =
      (how: (db: Db, mail: DigestReference, request: TokenRequest) => Promise<unknown>) =>
      (request: TokenRequest, reply: FastifyReply) =>
        limited(
          platform,
          request,
          reply,
          { name: 'digest-unsubscribe', rate: unsubscribeRate, refused: () => refused },
          async () => {
            const { token } = request.params
            const mail = readDigestToken(platform, token)
            if (!mail) return sendPlainPage(reply, unknownLink)
            await acrossOrganizations(database, (db) => how(db, mail, request))
            return isOneClick(request.body) ? oneClickDone(reply) : seeOther(reply, digestPagePath(token))
          },
        )

    pages.post(
      '/m/g/:token',
      change(async (db, mail, request) => {
        const { organizationId } = mail
        const gone = await refuseDigest(db, mail, platform.clock())
        if (!gone) return
        const before = { email: gone.email }
        await writeAudit(
          db,
          { platform, request },
          { organizationId, action: 'unsubscribed', subject: 'weekly mail', before },
        )
      }),
    )
    pages.post(
      '/m/g/:token/undo',
      change(async (db, mail, request) => {
        const { organizationId } = mail
        const emailKey = await findRecipientKey(db, mail)
        const back = emailKey && (await allowDigest(db, { organizationId, emailKey, now: platform.clock() }))
        if (!back) return
        const after = { email: back.email }
        await writeAudit(
          db,
          { platform, request },
          { organizationId, action: 'subscribed', subject: 'weekly mail', after },
        )
      }),
    )
  })
}

function subscriptionPage({ organizationName, email, refused: isOut }: DigestSubscription, action: string): PlainPage {
  const name = oneLine(organizationName, 100)
  const address = oneLine(email).replace(/^(.).*(@[^@]*)$/, '$1…$2')
  const title = isOut ? 'Done. No more weekly emails' : 'No more weekly emails?'
  const text = isOut
    ? `${address} gets no more weekly emails about employer matching at ${name}. An administrator sees it under Organization, Settings.`
    : `${address} gets an email about employer matching at ${name} once a week at most. Nothing changes for others who get it.`
  const [path, press, label, look] = isOut
    ? [`${action}/undo`, 'undo', 'Undo, keep writing to me', 'quiet']
    : [action, 'unsubscribe', 'Unsubscribe', '']
  return {
    title,
    body: html`<div class="page"><header class="from">Twofold</header><main><h1>${title}</h1><p>${text}</p>
<form method="post" action="${path}"><input type="hidden" name="press" value="${press}"><button type="submit" class="${look}">${label}</button></form></main></div>`,
  }
}
