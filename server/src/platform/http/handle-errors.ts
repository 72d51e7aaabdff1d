import type { RefusalBody } from '@twofold/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { DatabaseBusyError, DatabaseLostError } from '../database/connection-errors.ts'
import { notFound, Refusal, type RefusalCode, refusalCodes } from '../runtime/errors.ts'
import { requestLogFields } from './request-log-fields.ts'

const loggedCodes: readonly RefusalCode[] = ['unauthenticated', 'forbidden', 'too_many_requests']

/** Converts all errors to responses. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error, request)
    if (refusal) {
      // Operators monitor these warnings for password and code guessing.
      if (loggedCodes.includes(refusal.code))
        request.log.warn({ ...requestLogFields(request), refused: refusal.code }, 'refused')
      if (refusal.code === 'unavailable') request.log.warn({ problem: error.message }, 'too busy to respond')
      else if (error instanceof pg.DatabaseError)
        request.log.warn({ problem: error.message }, 'refused by the database')
      return sendRefusal(refusal, request, reply)
    }
    request.log.error({ problem: error.message, stack: error.stack }, 'unexpected')
    const { status, body } = responseOfError(error, request)
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
  })
}

/** Returns the response for an error. */
export function responseOfError(error: FastifyError, request: FastifyRequest): { status: number; body: RefusalBody } {
  const refusal = asRefusal(error, request)
  if (refusal) return { status: refusalCodes[refusal.code], body: bodyOfRefusal(refusal, request.id) }
  const message = `Something went wrong on our side. ${isRead(request) ? 'Please try again.' : checkFirstMessage}`
  return { status: 500, body: { error: 'unexpected', message, request_id: request.id } }
}

const checkFirstMessage = 'We don’t know whether your change was made. Please check before you try again.'
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Sends the refusal as JSON with its status and, if any, Retry-After in seconds. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
  const body = bodyOfRefusal(refusal, request.id)
  return reply.code(refusalCodes[refusal.code]).type('application/json; charset=utf-8').send(body)
}

const bodyOfRefusal = (refusal: Refusal, requestId: string): RefusalBody => ({
  error: refusal.code,
  message: refusal.message,
  ...(refusal.title ? { title: refusal.title } : {}),
  ...(refusal.fields ? { fields: { ...refusal.fields } } : {}),
  ...(refusal.current ? { current: { ...refusal.current } } : {}),
  request_id: requestId,
})

/** Responds to addresses that never reach a route, in the same format. */
export function sendBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isUnreadable = error.code === 'FST_ERR_BAD_URL'
  const refusal = isUnreadable ? new Refusal('malformed', 'That address could not be read.') : notFound()
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('cross-origin-opener-policy', 'same-origin')
  sendRefusal(refusal, request, reply)
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseLostError) return databaseLost(request)
  if (error instanceof DatabaseBusyError) return busyRefusal()
  if (error instanceof pg.DatabaseError) return fromDatabase(error, request)
  switch (error.statusCode) {
    case 400:
      return new Refusal('malformed', 'That request could not be read.')
    case 413:
      return new Refusal('too_large', 'That’s larger than we can accept.')
    case 415:
      return new Refusal('unsupported_media_type', 'We can’t read that kind of content.')
    case 404:
    case 403: // the static file handler rejects paths with a NUL or two slashes
    case 414:
      return notFound()
    default:
      return null
  }
}

const busyRefusal = (): Refusal =>
  new Refusal('unavailable', 'We’re very busy right now. Please try again in a moment.', { retryAfterSeconds: 2 })

/** Programs retry automatically, so only calls that are safe to repeat get a retry time. */
function databaseLost(request: FastifyRequest): Refusal {
  const isSafe = isRead(request) || request.headers['idempotency-key'] !== undefined
  const advice = isRead(request) ? 'Please try again in a moment.' : checkFirstMessage
  return new Refusal(
    'unavailable',
    `We lost the connection to our database. ${advice}`,
    isSafe ? { retryAfterSeconds: 2 } : {},
  )
}

/** The transaction was rolled back: deadlock, serialization failure, lock not available. */
const collisions: ReadonlySet<string> = new Set(['40P01', '40001', '55P03'])
const collisionRefusal = (): Refusal =>
  new Refusal('conflict', 'Someone else was changing the same thing at that moment. Please try again.', {
    retryAfterSeconds: 1,
  })

/** SQLSTATE classes: 08 connection, 22 data, 53 resources, 57 operator intervention. */
function fromDatabase(error: pg.DatabaseError, request: FastifyRequest): Refusal | null {
  const code = error.code ?? ''
  if (code === '22021' || code === '22P05') return new Refusal('invalid', 'That text has a character we can’t store.')
  if (code === '22003' || code === '22P02') return new Refusal('invalid', 'One of those values is out of range.')
  if (code.startsWith('53') || code === '57014') return busyRefusal()
  if (collisions.has(code)) return collisionRefusal()
  if (code.startsWith('57P') || code.startsWith('08')) return databaseLost(request)
  return null
}
