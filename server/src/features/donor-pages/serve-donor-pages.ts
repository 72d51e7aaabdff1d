import type { Rate } from '@twofold/contract'
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
import { type PlainPage, sendPlainPage } from '../../platform/http/plain-page.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import {
  allowRecipient,
  donorPagePath,
  findSubscription,
  type MailReference,
  type MatchFacts,
  readUnsubscribeToken,
  suppressRecipient,
} from '../notifications/index.ts'
import { answerPress, pressed } from './answer-press.ts'
import { portalOf } from './instructions.ts'
import { findMatchOfLink } from './match-of-link.ts'
import { matchPage, type Notice } from './match-page.ts'
import { sayWith } from './page-texts.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

const pressRate: Rate = { max: 60, seconds: 60 }

// Nothing of the page depends on it.
const pageScript = `for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(button.dataset.copy) } catch {
      const area = document.createElement('textarea')
      area.value = button.dataset.copy
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
      button.focus()
    }
    const label = button.textContent
    button.textContent = button.dataset.copied
    button.setAttribute('aria-live', 'polite')
    setTimeout(() => { button.textContent = label }, 2000)
  })
}
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
`

/**
 * The pages behind the links of a mail. They are whole without scripts, and a GET changes nothing: scanners follow links, so
 * each change is a form that a person presses.
 */
export const serveDonorPages =
  (directory: Directory) =>
  async (http: FastifyInstance, platform: Platform): Promise<void> => {
    await http.register(async (pages) => {
      readForms(pages)
      pages.get('/m/page.js', async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(pageScript),
      )
      serveMatchPage(pages, platform, directory)
      serveUnsubscribePage(pages, platform)
    })
  }

function serveMatchPage(pages: FastifyInstance, platform: Platform, directory: Directory): void {
  pages.get('/match-request/:token', (request: TokenRequest, reply) =>
    limited(platform, request, reply, limitOf('donor-page', pageRate), async () => {
      const { token } = request.params
      const found = await findMatchOfLink(platform, token)
      if (!found) return sendPlainPage(reply, unknownLink())
      const shown = {
        notice: noticeOf(request.query.now),
        declineOpen: request.query.answer === 'no',
        asksEmployment: found.asksEmployment,
      }
      return sendPlainPage(reply, matchPage(found.facts, donorPagePath(token), shown))
    }),
  )
  pages.post('/match-request/:token', (request: TokenRequest, reply) =>
    limited(platform, request, reply, limitOf('donor-press', pressRate), async () => {
      const { token } = request.params
      const found = await findMatchOfLink(platform, token)
      const form = pressed.safeParse(request.body)
      if (!found || !form.success) return sendPlainPage(reply, unknownLink())
      const result = await answerPress(platform, directory, found.match, form.data)
      const portal = form.data.press === 'open' ? addressOfPortal(found.facts) : null
      if (result === 'noted' && portal) return seeOther(reply, portal)
      const isNews = result !== 'noted' || form.data.press !== 'open'
      return seeOther(reply, `${donorPagePath(token)}${isNews ? `?now=${result}` : ''}`)
    }),
  )
}

const addressOfPortal = ({ donation, policy }: Pick<MatchFacts, 'donation' | 'policy'>): string | null =>
  policy?.method === 'csr' || donation.statusId === 7 ? (portalOf(policy)?.href ?? null) : null

function noticeOf(text: string | undefined): Notice {
  return text === 'noted' || text === 'moved_on' || text === 'employer_missing' ? text : null
}

function serveUnsubscribePage(pages: FastifyInstance, platform: Platform): void {
  const change =
    (how: (db: Db, mail: MailReference) => Promise<unknown>, after: string) =>
    (request: TokenRequest, reply: FastifyReply) =>
      limited(platform, request, reply, limitOf('unsubscribe', unsubscribeRate), async () => {
        const mail = readUnsubscribeToken(platform, request.params.token)
        if (!mail) return sendPlainPage(reply, unknownLink())
        await acrossOrganizations(platform.database, (db) => how(db, mail))
        if (isOneClick(request.body)) return oneClickDone(reply)
        return seeOther(reply, `/m/u/${request.params.token}${after}`)
      })

  pages.get('/m/u/:token', (request: TokenRequest, reply) =>
    limited(platform, request, reply, limitOf('donor-page', pageRate), async () => {
      const { token } = request.params
      const mail = readUnsubscribeToken(platform, token)
      const subscription =
        mail && (await acrossOrganizations(platform.database, (db) => findSubscription(db, mail), { readOnly: true }))
      if (!subscription) return sendPlainPage(reply, unknownLink())
      return sendPlainPage(reply, unsubscribePage(subscription, `/m/u/${token}`, request.query.now === 'back'))
    }),
  )
  pages.post(
    '/m/u/:token',
    change((db, mail) => suppressRecipient(db, mail, 'unsubscribed', platform.clock()), ''),
  )
  pages.post('/m/u/:token/undo', change(allowRecipient, '?now=back'))
}

const limitOf = (name: string, rate: Rate) => ({ name, rate, refused: words('too_many', 429) })

const unknownLink = (): PlainPage => words('unknown', 404)

function words(name: 'unknown' | 'too_many', status: number): PlainPage {
  const say = sayWith({})
  return wordsOnly(say(`${name}_title`), say(`${name}_text`), status)
}
