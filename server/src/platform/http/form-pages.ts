import type { RateLimit } from '@twofold/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../runtime/errors.ts'
import type { Platform } from '../services/platform.ts'
import { html, type PlainPage, sendPlainPage } from './plain-page.ts'

// Pages behind email links work without scripts. Each change is a form submission or a mail program's POST.

export type TokenRequest = FastifyRequest<{
  Params: { token: string }
  Querystring: Record<string, string | undefined>
}>

const formLimitBytes = 16 * 1024

/** Far above normal use; limits token guessing. */
export const pageRate: RateLimit = { max: 60, seconds: 60 }
// A mailbox provider posts for all its users from few addresses.
export const unsubscribeRate: RateLimit = { max: 600, seconds: 60 }

/** Accepts form data of any declared content type. */
export function parseForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formLimitBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** RFC 8058: our form includes a `press` field. Any other POST comes from a mail program, in either encoding. */
export const isOneClick = (body: unknown): boolean => !(typeof body === 'object' && body !== null && 'press' in body)

/** Responds without a redirect, which no mail program would follow. */
export const sendOneClickDone = (reply: FastifyReply): FastifyReply =>
  reply.code(200).header('cache-control', 'no-store').send({ ok: true })

/** Redirects with 303, so that the browser follows with a GET. */
export const seeOther = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 303)

/** Runs the work unless this address exceeded its limit; otherwise sends a page with the reason. */
export async function withRateLimit(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    name,
    rate,
    refused,
  }: { readonly name: string; readonly rate: RateLimit; readonly refused: (request: FastifyRequest) => PlainPage },
  respond: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    await platform.rates.takeOfClient(name, rate, request.ip)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    reply.header('retry-after', String(error.retryAfterSeconds ?? rate.seconds))
    return sendPlainPage(reply, refused(request))
  }
  return respond()
}

/** Returns a page with a heading and one sentence. */
export const textPage = (title: string, text: string, status: number, lang = 'en'): PlainPage => ({
  title,
  lang,
  status,
  body: html`<div class="page"><main><h1>${title}</h1><p>${text}</p></main></div>`,
})
