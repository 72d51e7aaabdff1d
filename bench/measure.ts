import autocannon from 'autocannon'
import type pg from 'pg'
import type { Server } from './child.ts'
import { databaseCpuMs, untilIdle } from './database-cpu.ts'
import type { Sent } from './scenario.ts'

export type Run = {
  readonly perSecond: number
  readonly medianMs: number
  readonly cpuMsEach: number
  readonly databaseCpuMsEach: number
  readonly peakBytes: number
}

let turn = 0

/** Calls the paths in turn for some seconds. Throws when any answer is not a success: a fast refusal is no result. */
export async function loadServer(
  server: Server,
  paths: readonly string[],
  options: {
    readonly connections: number
    readonly seconds: number
    readonly watcher: pg.Client
    readonly sends?: Sent
  },
): Promise<Run> {
  await server.usage()
  const databaseBefore = await databaseCpuMs(options.watcher)
  const result = await autocannon({
    url: server.address,
    connections: options.connections,
    duration: options.seconds,
    // Whichever connection is free takes the next path, so that no two change the same gift at once: each has a list of its own
    // otherwise, and all twenty begin it with the same one.
    requests: [
      {
        method: options.sends?.method ?? ('GET' as const),
        setupRequest: (request: autocannon.Request) => {
          turn++
          const path = paths[turn % paths.length] ?? '/'
          const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
          const headers = { authorization: `Bearer ${server.token}`, 'x-forwarded-for': address }
          if (!options.sends) return { ...request, path, headers }
          const body = JSON.stringify(options.sends.body(turn))
          return { ...request, path, body, headers: { ...headers, 'content-type': 'application/json' } }
        },
      },
    ],
  })
  await untilIdle(options.watcher)
  const { cpuMs, peakBytes } = await server.usage()
  const databaseMs = (await databaseCpuMs(options.watcher)) - databaseBefore
  if (result.non2xx > 0 || result.errors > 0) {
    const answers = JSON.stringify(result.statusCodeStats)
    throw new Error(`${paths[0]}: ${result.non2xx} answers were not a success (${answers}), ${result.errors} errors`)
  }
  const count = result.requests.total
  return {
    perSecond: count / result.duration,
    medianMs: result.latency.p50,
    cpuMsEach: cpuMs / Math.max(1, count),
    databaseCpuMsEach: databaseMs / Math.max(1, count),
    peakBytes,
  }
}

export type Fetched = {
  readonly ms: number
  readonly bytes: number
  readonly cpuMsEach: number
  readonly peakBytes: number
}

/** Reads a download to its end and throws it away. */
export async function fetchWhole(server: Server, path: string): Promise<Fetched> {
  await server.usage()
  const begun = performance.now()
  const answer = await fetch(server.address + path)
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.byteLength
  const ms = performance.now() - begun
  const { cpuMs, peakBytes } = await server.usage()
  return { ms, bytes, cpuMsEach: cpuMs, peakBytes }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
