import { Agent, request } from 'node:http'
import type { z } from 'zod'

export type Call = { readonly path: string; readonly method?: 'POST' | 'PUT'; readonly body?: object | FormData }

/** Uses less CPU than `fetch`, whose pauses would distort the measurements. */
export class Caller {
  readonly #address: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent = new Agent({ keepAlive: true })

  constructor(address: string, token = '') {
    this.#address = address
    this.#headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-encoding': 'gzip' }
  }

  status({ path, method, body }: Call): Promise<number> {
    const headers = body ? { ...this.#headers, 'content-type': 'application/json' } : this.#headers
    return new Promise((resolve, reject) => {
      request(this.#address + path, { method: method ?? 'GET', agent: this.#agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      })
        .on('error', reject)
        .end(body ? JSON.stringify(body) : undefined)
    })
  }

  /** Milliseconds. @throws unless the status is 200, because a fast refusal is not a valid result */
  async time(call: Call): Promise<number> {
    const begun = performance.now()
    const status = await this.status(call)
    if (status !== 200) throw new Error(`${call.path}: ${status}`)
    return performance.now() - begun
  }

  async json<T>(shape: z.ZodType<T>, { path, method, body }: Call): Promise<T> {
    const isForm = body instanceof FormData
    const response = await fetch(this.#address + path, {
      method: method ?? 'GET',
      headers: isForm ? this.#headers : { ...this.#headers, 'content-type': 'application/json' },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return shape.parse(await response.json())
  }
}

/** Calls sequentially. Returns the duration of each call in milliseconds. */
export async function callFor(seconds: number, call: (turn: number) => Promise<number>): Promise<readonly number[]> {
  const until = performance.now() + seconds * 1_000
  return callUntil(() => performance.now() >= until, call)
}

export async function callDuring(work: Promise<unknown>, call: (turn: number) => Promise<number>) {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const [taken] = await Promise.all([callUntil(() => isDone, call), done])
  return taken
}

async function callUntil(isDone: () => boolean, call: (turn: number) => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let turn = 0; !isDone() || turn === 0; turn++) taken.push(await call(turn))
  return taken
}

/** `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
