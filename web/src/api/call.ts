import {
  type AnswerOf,
  addressOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type RouteDefinition,
  refusal,
} from '@twofold/contract'
import { ApiError, callMessages } from './api-error.ts'
import { type Session, session } from './session.ts'

// A shape that reads whatever it is given (a form's, a query's and JSON's way of saying one thing) takes anything.
type Part<Name extends string, T> = unknown extends T
  ? { readonly [K in Name]?: unknown }
  : undefined extends T
    ? { readonly [K in Name]?: undefined }
    : Record<never, never> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T }

type Multipart = { readonly bodyKind: 'multipart' }

/** What a route needs: `{ params, query, body }`, each only where the route has it. Multipart bodies are `FormData`. */
export type InputOf<R extends RouteDefinition> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  (R extends Multipart ? { readonly body: FormData } : Part<'body', BodyOf<R>>) & {
    readonly headers?: Readonly<Record<string, string>>
  }

type Sent = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Expired = () => void

/** Makes the one function through which the browser speaks with the server. */
export function createCall(session: Session, request: typeof fetch = (...sent) => fetch(...sent)) {
  const expired = new Set<Expired>()

  const expire = (token: string | null): void => {
    if (session.end('expired', token)) for (const listener of expired) listener()
  }

  async function send(route: RouteDefinition, input: Sent, signal?: AbortSignal): Promise<Response> {
    const token = session.token()
    if (route.who !== 'public' && !token) {
      throw new ApiError({ code: 'no_token', message: callMessages.noToken, status: 401 })
    }
    const answer = await ask(request, route, input, token, signal)
    if (answer.ok) {
      if (route.who !== 'public') session.noteUse()
      return answer
    }
    // A public route's 401 is an answer about what was typed (a wrong password), not about the session.
    if (answer.status === 401 && route.who !== 'public') {
      expire(token)
      throw new ApiError({ code: 'unauthenticated', message: callMessages.expired, status: 401 })
    }
    throw await refusalOf(answer)
  }

  return {
    /** Calls a route and answers what its contract promises; throws an `ApiError` otherwise. */
    async call<R extends RouteDefinition>(route: R, input: InputOf<R>, signal?: AbortSignal): Promise<AnswerOf<R>> {
      const answer = await send(route, input, signal)
      const parsed = route.answer.safeParse(await contentOf(answer))
      if (!parsed.success) {
        throw new ApiError({ code: 'unreadable', message: callMessages.unreadable, status: answer.status })
      }
      return parsed.data as AnswerOf<R>
    },
    /** Calls a route that answers a file, with the name the server gave it. */
    async callForFile<R extends RouteDefinition>(route: R, input: InputOf<R>): Promise<{ blob: Blob; name: string }> {
      const answer = await send(route, input)
      return { blob: await answer.blob(), name: fileNameIn(answer.headers.get('content-disposition')) }
    },
    /** The session's time is over: as if the server had said so. */
    expireNow: () => expire(session.token()),
    /** Hears once per session that the server no longer takes it. */
    onExpired(listener: Expired) {
      expired.add(listener)
      return () => {
        expired.delete(listener)
      }
    },
  }
}

async function ask(
  request: typeof fetch,
  route: RouteDefinition,
  { params, query, body, headers: more = {} }: Sent,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...more })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  try {
    return await request(addressOf(route, params, query), {
      method: route.method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({ code: 'network', message: callMessages.network })
  }
}

/** Routes that the spec wants as text answer a bare string. */
async function contentOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!(answer.headers.get('content-type') ?? '').includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function refusalOf(answer: Response): Promise<ApiError> {
  const said = refusal.partial().safeParse(await contentOf(answer)).data
  const { error, message, fields, current, request_id } = said ?? {}
  return new ApiError({
    code: error ?? 'error',
    message: message || callMessages.status(answer.status),
    status: answer.status,
    fields,
    cause: current,
    requestId: request_id,
  })
}

function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : (plain ?? 'download')
}

export const { call, callForFile, expireNow, onExpired } = createCall(session)

/** Hands a downloaded file to the person, under its name. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob)
  followDownload(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Has the browser fetch a file as it does any other, under the name that comes with it. The page stays, also if it fails. */
export function followDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
