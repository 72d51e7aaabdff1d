import type { FastifyInstance, FastifyReply } from 'fastify'
import { acrossOrganizations, type Db, readOnly } from '../database/database.ts'
import type { Platform } from '../services/platform.ts'
import {
  isOneClick,
  pageRate,
  parseForms,
  seeOther,
  sendOneClickDone,
  type TokenRequest,
  textPage,
  unsubscribeRate,
  withRateLimit,
} from './form-pages.ts'
import { html, type PlainPage, sendPlainPage } from './plain-page.ts'

export type UnsubscribePage<Reference, Found> = {
  readonly name: string
  readonly path: string
  /** Returns null for a forged token or one of another kind. */
  readonly readToken: (token: string) => Reference | null
  readonly find: (db: Db, mail: Reference) => Promise<Found | null>
  readonly page: (found: Found, action: string) => PlainPage
  readonly unknown: string
  /** Runs on a form submission or a mail program's POST. Must be idempotent. */
  readonly leave: UnsubscribeAction<Reference>
  readonly undo?: UnsubscribeAction<Reference>
}

type UnsubscribeAction<Reference> = (db: Db, mail: Reference, request: TokenRequest) => Promise<unknown>

const refusedPage = textPage(
  'One moment, please',
  'There were many requests from your network. Please try again in a few minutes.',
  429,
)

/** Serves an unsubscribe link. A GET never changes anything. */
export async function serveUnsubscribePage<Reference, Found>(
  http: FastifyInstance,
  platform: Platform,
  options: UnsubscribePage<Reference, Found>,
): Promise<void> {
  const { database } = platform
  const unknownLink = textPage('We don’t know this link', options.unknown, 404)
  const limitOf = (kind: string, rate: typeof pageRate) => ({
    name: `${options.name}-${kind}`,
    rate,
    refused: () => refusedPage,
  })
  const pathOf = ({ params }: TokenRequest): string => `${options.path}/${params.token}`

  const handlerOf = (action: UnsubscribeAction<Reference>) => (request: TokenRequest, reply: FastifyReply) =>
    withRateLimit(platform, request, reply, limitOf('press', unsubscribeRate), async () => {
      const mail = options.readToken(request.params.token)
      if (!mail) return sendPlainPage(reply, unknownLink)
      await acrossOrganizations(database, (db) => action(db, mail, request))
      return isOneClick(request.body) ? sendOneClickDone(reply) : seeOther(reply, pathOf(request))
    })

  await http.register(async (pages) => {
    parseForms(pages)
    pages.get(`${options.path}/:token`, (request: TokenRequest, reply) =>
      withRateLimit(platform, request, reply, limitOf('page', pageRate), async () => {
        const mail = options.readToken(request.params.token)
        const found = mail && (await acrossOrganizations(readOnly(database), (db) => options.find(db, mail)))
        return sendPlainPage(reply, found ? options.page(found, pathOf(request)) : unknownLink)
      }),
    )
    pages.post(`${options.path}/:token`, handlerOf(options.leave))
    if (options.undo) pages.post(`${options.path}/:token/undo`, handlerOf(options.undo))
  })
}

type Button = {
  readonly action: string
  readonly press: string
  readonly label: string
  readonly variant?: 'quiet'
}

/** Returns the page of an unsubscribe link; `button` is null if there is nothing to change. */
export const renderUnsubscribePage = (title: string, text: string, button: Button | null): PlainPage => ({
  title,
  body: html`<div class="page"><header class="from">Twofold</header><main><h1>${title}</h1><p>${text}</p>${
    button &&
    html`<form method="post" action="${button.action}"><input type="hidden" name="press" value="${button.press}"><button type="submit" class="${button.variant ?? ''}">${button.label}</button></form>`
  }</main></div>`,
})
