import { addressOf, imports, type ParamsOf, type ResponseOf, type RouteDefinition, refusal } from '@twofold/contract'
import { ApiError, callMessages } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { session } from '../../../api/session.ts'

type Sending<R extends RouteDefinition> = {
  readonly params: ParamsOf<R>
  readonly form: FormData
  /** From 0 to 1. */
  readonly onSent?: (share: number) => void
  readonly signal?: AbortSignal
}

/**
 * Reports upload progress, which `fetch` cannot.
 * @throws ApiError if the request fails or the response does not match the contract
 */
export async function sendFile<R extends RouteDefinition>(
  route: R,
  { params, form, onSent, signal }: Sending<R>,
): Promise<ResponseOf<R>> {
  const { status, content } = await post(addressOf(route, params, undefined), form, onSent, signal)
  // The session has ended. A regular call notifies the whole portal and throws the same error.
  if (status === 401) await call(imports.listImports, { params: imports.listImports.params.parse(params) })
  if (status < 200 || status > 299) throw errorOf(status, content)
  const parsed = route.response.safeParse(content)
  if (!parsed.success) throw new ApiError({ code: 'unreadable', message: callMessages.unreadable, status })
  return parsed.data as ResponseOf<R>
}

type Answered = { readonly status: number; readonly content: unknown }

function post(
  address: string,
  form: FormData,
  onSent: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.setRequestHeader('accept', 'application/json')
  const token = session.token()
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onSent?.(total ? loaded / total : 0)
  request.onload = () => resolve({ status: request.status, content: contentOf(request.responseText) })
  request.onerror = () => reject(new ApiError({ code: 'network', message: callMessages.network }))
  request.onabort = () => reject(new DOMException('Upload canceled', 'AbortError'))
  signal?.addEventListener('abort', () => request.abort())
  if (signal?.aborted) request.onabort(new ProgressEvent('abort'))
  else request.send(form)
  return promise
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorOf(status: number, content: unknown): ApiError {
  const parsed = refusal.partial().safeParse(content)
  const { error, message, fields, request_id } = parsed.success ? parsed.data : {}
  return new ApiError({
    code: error ?? 'error',
    message: message || callMessages.unknown,
    status,
    fields,
    requestId: request_id,
  })
}
