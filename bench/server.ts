import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { nodeOptions } from '../scripts/install.mjs'
import type { BenchFacts } from './database.ts'

const givenShape = z.object({
  checkout: z.string(),
  connectionString: z.string(),
  facts: z.object({
    organizationId: z.number(),
    smallestId: z.number(),
    donationIds: z.array(z.number()),
    changedIds: z.array(z.number()),
    company: z.object({ id: z.number(), name: z.string() }),
  }),
  sessions: z.number(),
  smtpUrl: z.string().optional(),
})
export type ServerOptions = z.infer<typeof givenShape>

export type Server = {
  readonly address: string
  readonly tokens: readonly string[]
  /** Peak resident set size, in MB. */
  readonly peakMegabytes: () => Promise<number>
  readonly stop: () => Promise<void>
}

const readyShape = z.object({ address: z.string(), tokens: z.array(z.string()) })

export async function startServer(
  file: 'product-server.ts' | 'minimal-server.ts',
  { sessions = 1, ...given }: Omit<ServerOptions, 'sessions' | 'facts'> & { facts: BenchFacts; sessions?: number },
): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), { execArgv: nodeOptions() })
  const gone = once(child, 'exit')
  const ended = gone.then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  ended.catch(() => {})
  const ask = async (message: object): Promise<unknown> => {
    const reply = once(child, 'message')
    child.send(message)
    return (await Promise.race([reply, ended]))[0]
  }
  return {
    ...readyShape.parse(await ask({ ...given, sessions })),
    peakMegabytes: async () => z.number().parse(await ask({})),
    stop: async () => {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

export const receiveOptions = async (): Promise<ServerOptions> => givenShape.parse((await once(process, 'message'))[0])

/** The process exits with its parent. */
export function sendReady(address: string, tokens: readonly string[] = []): void {
  process.on('message', () => process.send?.(process.resourceUsage().maxRSS / 1024))
  process.on('disconnect', () => process.exit())
  process.send?.({ address, tokens })
}
