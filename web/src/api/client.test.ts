import { route } from '@twofold/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError, messageOf } from './api-error.ts'
import { createApiClient } from './client.ts'
import { createSession } from './session.ts'
import { memoryStorage, tokenFor } from './storage.testing.ts'

const getThing = route('GET', '/api/thing/{id}', {
  name: 'getThing',
  summary: '',
  access: 'signedIn',
  params: z.object({ id: z.number() }),
  query: z.object({ word: z.string().optional() }),
  response: z.object({ thing: z.string() }),
})
const saveThing = { ...getThing, name: 'saveThing', method: 'POST', body: z.object({ thing: z.string() }) } as const
const greet = route('POST', '/api/greet', {
  name: 'greet',
  summary: '',
  access: 'public',
  response: z.string(),
})

const input = { params: { id: 7 } }

type Answer = { status?: number; type?: string; body?: unknown }

function wired({ status = 200, type = 'application/json; charset=utf-8', body = {} }: Answer, token = tokenFor(60)) {
  const session = createSession(memoryStorage())
  if (token) session.start(token)
  const requests: Request[] = []
  const { call, onExpired, callForFile } = createApiClient(session, async (address, init) => {
    requests.push(new Request(new URL(String(address), 'http://portal.example'), init))
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type, 'content-disposition': 'attachment; filename="rows.csv"' },
    })
  })
  return { session, asked: requests, call, onExpired, callForFile }
}

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error('it was not refused')
}

it('fills the path, appends the query and sends the bearer token', async () => {
  const { call, asked } = wired({ body: { thing: 'leaf', extra: 1 } })
  expect(await call(getThing, { ...input, query: { word: 'a b' } })).toEqual({ thing: 'leaf' })
  expect(asked[0]?.url).toBe('http://portal.example/api/thing/7?word=a+b')
  expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${tokenFor(60)}`)
})

it('sends the body as JSON', async () => {
  const { call, asked } = wired({ body: { thing: 'leaf' } })
  await call(saveThing, { ...input, body: { thing: 'leaf' } })
  expect(asked[0]?.headers.get('content-type')).toBe('application/json')
  expect(await asked[0]?.json()).toEqual({ thing: 'leaf' })
})

it('reads plain-text responses', async () => {
  const { call } = wired({ type: 'text/plain', body: 'No user found with that email address' })
  expect(await call(greet, {})).toBe('No user found with that email address')
})

it('rejects a response that does not match the contract', async () => {
  const { call } = wired({ body: { other: 1 } })
  expect((await refused(call(getThing, input))).code).toBe('unreadable')
})

it('sends no request to a non-public route without a token', async () => {
  const { call, asked } = wired({}, '')
  expect((await refused(call(getThing, input))).message).toBe('Authentication token not found')
  expect(asked).toEqual([])
})

it('ends the session on a 401 and notifies listeners once', async () => {
  const { call, session, onExpired } = wired({ status: 401, body: { error: 'unauthenticated', message: 'no' } })
  let heard = 0
  onExpired(() => {
    heard += 1
  })
  const both = await Promise.all([refused(call(getThing, input)), refused(call(getThing, input))])
  expect(both.map(({ message }) => message)).toEqual(Array(2).fill('Authentication expired. Please login again.'))
  expect([session.token(), session.ending(), heard]).toEqual([null, 'expired', 1])
})

it('keeps a newer session when an older call returns 401', async () => {
  const session = createSession(memoryStorage())
  session.start(tokenFor(60))
  const newer = tokenFor(120)
  const { call } = createApiClient(session, async () => {
    session.start(newer)
    return new Response('{}', { status: 401 })
  })
  await refused(call(getThing, input))
  expect(session.token()).toBe(newer)
})

it('keeps the session when a public route returns 401', async () => {
  const body = { error: 'unauthenticated', message: 'That email or password is incorrect.', request_id: 'r1' }
  const { call, session } = wired({ status: 401, body })
  const error = await refused(call(greet, {}))
  expect([error.message, error.code, error.requestId]).toEqual([body.message, 'unauthenticated', 'r1'])
  expect(session.token()).not.toBeNull()
})

it('returns the rejected fields with their reasons', async () => {
  const body = { error: 'invalid', message: 'Check', fields: { email: 'Please enter a valid email address' } }
  const { call } = wired({ status: 422, body })
  expect((await refused(call(greet, {}))).fields).toEqual(body.fields)
})

it.each([
  [{ status: 500, type: 'text/html', body: '<h1>Bad gateway</h1>' }, 'Error: 500'],
  [{ status: 503, body: {} }, 'Error: 503'],
  [{ status: 409, body: { error: 'conflict', message: 'Somebody was faster' } }, 'Somebody was faster'],
])('maps %j to the message %s', async (answer, message) => {
  expect((await refused(wired(answer).call(greet, {}))).message).toBe(message)
})

it('reports a network error when there is no response', async () => {
  const session = createSession(memoryStorage())
  const { call } = createApiClient(session, async () => {
    throw new TypeError('Failed to fetch')
  })
  const error = await refused(call(greet, {}))
  expect([error.message, error.status]).toEqual(['Network error. Please check your connection.', 0])
})

it('returns a message for any thrown value', () => {
  expect([messageOf(new Error('why')), messageOf(new Error()), messageOf('text')]).toEqual([
    'why',
    'An unknown error occurred',
    'An unknown error occurred',
  ])
})

it('returns the file name from the Content-Disposition header', async () => {
  const { callForFile } = wired({ type: 'text/csv', body: 'row,problem' })
  const { blob, name } = await callForFile(getThing, input)
  expect([name, await blob.text()]).toEqual(['rows.csv', 'row,problem'])
})

it('repeats calls while the installation is set up, and notifies the screen', async () => {
  const session = createSession(memoryStorage())
  const notReady = { error: 'unavailable', message: 'Twofold is being set up. This takes about a minute.' }
  const answers = [notReady, notReady, 'hello']
  const states: boolean[] = []
  const client = createApiClient(
    session,
    async () => {
      const body = answers.shift()
      return new Response(JSON.stringify(body), {
        status: body === 'hello' ? 200 : 503,
        headers: { 'content-type': 'application/json' },
      })
    },
    async () => void states.push(client.setUp.isAwaited()),
  )
  expect(await client.call(greet, {})).toBe('hello')
  expect(states).toEqual([true, true])
  expect(client.setUp.isAwaited()).toBe(false)
})

it('gives up after five minutes of setup, and never repeats another 503', async () => {
  let requestCount = 0
  let waitedMs = 0
  const refuse = (message: string) =>
    createApiClient(
      createSession(memoryStorage()),
      async () => {
        requestCount += 1
        return new Response(JSON.stringify({ error: 'unavailable', message }), {
          status: 503,
          headers: { 'content-type': 'application/json' },
        })
      },
      async (ms) => {
        waitedMs += ms
      },
    )
  const busyError = await refused(refuse('We’re very busy right now. Please try again in a moment.').call(greet, {}))
  expect([busyError.status, requestCount, waitedMs]).toEqual([503, 1, 0])
  const lateError = await refused(refuse('Twofold is being set up. This takes about a minute.').call(greet, {}))
  expect(lateError.message).toBe('Twofold is being set up. This takes about a minute.')
  expect(waitedMs).toBe(300_000)
})
