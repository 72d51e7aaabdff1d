import {
  addressOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteDefinition,
} from '@twofold/contract'
import { z } from 'zod'

const errorAnswer = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
})

export class RefusedCall extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly headers: Headers
  constructor(status: number, answer: z.output<typeof errorAnswer>, headers: Headers) {
    super(answer.message)
    this.name = 'RefusedCall'
    this.status = status
    this.code = answer.error
    this.fields = answer.fields ?? {}
    this.headers = headers
  }
}

export type CallInput<R extends RouteDefinition> = {
  readonly params?: ParamsOf<R>
  readonly query?: QueryOf<R>
  readonly body?: BodyOf<R>
  readonly form?: FormData
}

export type CallOptions = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> }

type Send = (method: string, path: string, options?: CallOptions & { body?: RequestInit['body'] }) => Promise<Response>

export const bodyWithId = ({ scope }: RouteDefinition, id: number): Readonly<Record<string, unknown>> =>
  scope === 'body' ? { org_id: id } : scope === 'donations' ? { donation_ids: [id] } : {}

export function callsTo(address: string) {
  const send: Send = (method, path, { token, headers = {}, body } = {}) =>
    fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    })

  const sendRoute = <R extends RouteDefinition>(
    route: R,
    { params, query, body, form }: CallInput<R>,
    { token, headers = {} }: CallOptions,
  ): Promise<Response> =>
    send(route.method, addressOf(route, params, query), {
      ...(token ? { token } : {}),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  return {
    send,
    sendRoute: <R extends RouteDefinition>(route: R, input: CallInput<R> = {}, options: CallOptions = {}) =>
      sendRoute(route, input, options),
    /** Checks the response against the contract. Throws `RefusedCall`. */
    call: async <R extends RouteDefinition>(
      route: R,
      input: CallInput<R> = {},
      options: CallOptions = {},
    ): Promise<ResponseOf<R>> => {
      const response = await sendRoute(route, input, options)
      if (!response.ok) throw await refusalIn(response)
      // TypeScript cannot infer that the response of a generic route has the type of its shape.
      return route.response.parse(await response.json()) as ResponseOf<R>
    },
    refusal: async <R extends RouteDefinition>(
      route: R,
      input: CallInput<R> = {},
      options: CallOptions = {},
    ): Promise<RefusedCall> => {
      const response = await sendRoute(route, input, options)
      if (response.ok) throw new Error(`${route.name} was expected to be refused, and answered ${response.status}`)
      return refusalIn(response)
    },
  }
}

async function refusalIn(response: Response): Promise<RefusedCall> {
  const text = await response.text()
  const parsed = errorAnswer.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined)
  const answer = parsed.data ?? { error: 'not an error of the contract', message: text.slice(0, 500) }
  return new RefusedCall(response.status, answer, response.headers)
}
