import {
  addressOf,
  type BodyOf,
  beingSetUpMessage,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteDefinition,
  refusal,
} from '@twofold/contract'
import { ApiError, callMessages } from './api-error.ts'
import { type Session, session } from './session.ts'

// The input is optional if its schema accepts any value, as with preprocessed forms, queries and JSON.
type InputPart<Name extends string, T> = unknown extends T
  ? { readonly [K in Name]?: unknown }
  : undefined extends T
    ? { readonly [K in Name]?: undefined }
    : Record<never, never> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T }

type Multipart = { readonly bodyKind: 'multipart' }

/** Input of a route: `{ params, query, body }`, each only if the route defines it. Multipart bodies are `FormData`. */
export type InputOf<R extends RouteDefinition> = InputPart<'params', ParamsOf<R>> &
  InputPart<'query', QueryOf<R>> &
  (R extends Multipart ? { readonly body: FormData } : InputPart<'body', BodyOf<R>>) & {
    readonly headers?: Readonly<Record<string, string>>
  }

type RequestInput = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Listener = () => void

/** A new installation is filled in about a minute. Calls wait that long, and give up after five. */
const setUpTries = 150
const setUpRetryMs = 2_000

export function createApiClient(
  session: Session,
  request: typeof fetch = (...sent) => fetch(...sent),
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
) {
  const expiryListeners = new Set<Listener>()
  let waitingCount = 0
  const waitingListeners = new Set<Listener>()
  const countWaiting = (change: 1 | -1): void => {
    waitingCount += change
    for (const listener of waitingListeners) listener()
  }

  const expire = (token: string | null): void => {
    if (session.end('expired', token)) for (const listener of expiryListeners) listener()
  }

  async function send(route: RouteDefinition, input: RequestInput, signal?: AbortSignal): Promise<Response> {
    const token = session.token()
    if (route.access !== 'public' && !token) {
      throw new ApiError({ code: 'no_token', message: callMessages.noToken, status: 401 })
    }
    const response = await sendUntilSetUp(() => sendRequest(request, route, input, token, signal))
    if (response.ok) {
      if (route.access !== 'public') session.noteUse()
      return response
    }
    // A 401 from a public route is about the submitted values (a wrong password), not the session.
    if (response.status === 401 && route.access !== 'public') {
      expire(token)
      throw new ApiError({ code: 'unauthenticated', message: callMessages.expired, status: 401 })
    }
    throw await refusalOf(response)
  }

  /** Repeats a call that the server refused before it looked at it, so any call can be repeated. */
  async function sendUntilSetUp(send: () => Promise<Response>): Promise<Response> {
    let response = await send()
    if (!(await isBeingSetUp(response))) return response
    countWaiting(1)
    try {
      for (let tries = 0; tries < setUpTries && (await isBeingSetUp(response)); tries++) {
        await wait(setUpRetryMs)
        response = await send()
      }
      return response
    } finally {
      countWaiting(-1)
    }
  }

  return {
    setUp: {
      isAwaited: () => waitingCount > 0,
      subscribe(listener: Listener) {
        waitingListeners.add(listener)
        return () => {
          waitingListeners.delete(listener)
        }
      },
    },
    /** @throws ApiError if the request fails or the response does not match the contract */
    async call<R extends RouteDefinition>(route: R, input: InputOf<R>, signal?: AbortSignal): Promise<ResponseOf<R>> {
      const response = await send(route, input, signal)
      const parsed = route.response.safeParse(await contentOf(response))
      if (!parsed.success) {
        throw new ApiError({ code: 'unreadable', message: callMessages.unreadable, status: response.status })
      }
      return parsed.data as ResponseOf<R>
    },
    async callForFile<R extends RouteDefinition>(route: R, input: InputOf<R>): Promise<{ blob: Blob; name: string }> {
      const response = await send(route, input)
      return { blob: await response.blob(), name: fileNameIn(response.headers.get('content-disposition')) }
    },
    expireNow: () => expire(session.token()),
    /** The listener is called once for each session that expires. */
    onExpired(listener: Listener) {
      expiryListeners.add(listener)
      return () => {
        expiryListeners.delete(listener)
      }
    },
  }
}

async function sendRequest(
  request: typeof fetch,
  route: RouteDefinition,
  { params, query, body, headers: extraHeaders = {} }: RequestInput,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...extraHeaders })
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

const isBeingSetUp = async (response: Response): Promise<boolean> =>
  response.status === 503 &&
  refusal.partial().safeParse(await contentOf(response.clone())).data?.message === beingSetUpMessage

/** Some routes return a bare string, as the spec requires. */
async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = refusal.partial().safeParse(await contentOf(response)).data
  const { error, message, fields, current, request_id } = body ?? {}
  return new ApiError({
    code: error ?? 'error',
    message: message || callMessages.status(response.status),
    status: response.status,
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

export const {
  call,
  callForFile,
  expireNow: expireSession,
  onExpired: onSessionExpired,
  setUp,
} = createApiClient(session)

export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob)
  followDownload(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Lets the browser download a file under the name the server sends. The page stays open even if the download fails. */
export function followDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
