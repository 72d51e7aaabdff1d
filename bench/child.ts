import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { nodeOptions } from '../scripts/install.mjs'
import { openSession } from '../server/src/features/auth/index.ts'
import { inProduct } from '../server/src/platform/database/database.ts'
import type { Platform } from '../server/src/platform/platform.ts'
import type { Facts } from './scenario.ts'

export const benchSecret = 'only-for-the-bench-0123456789-abcdefghij'

/** What a server under measurement is started with: a file, named by the environment variable `BENCH`, that it reads and takes away. */
export type Given = {
  readonly connectionString: string
  readonly facts: Facts
  readonly mails?: z.infer<typeof mailsShape> | undefined
  /** Of the product: both in one process, where nothing is said. */
  readonly role?: z.infer<typeof roleShape> | undefined
}

/** Of the process of a server: since the last question. */
export type Usage = { readonly cpuMs: number; readonly peakBytes: number; readonly restBytes: number }

/** The longest that a server's thread let nobody in, and the longest that it worked in one piece, in milliseconds since the last question. */
export type Held = { readonly heldMs: number; readonly workedMs: number }

export type Server = {
  readonly address: string
  readonly token: string
  readonly usage: () => Promise<Usage>
  /** Watched from the first question on: the watching is work, too. */
  readonly held: () => Promise<Held>
  /** Signs the bench's person in so many times, for those who are many. */
  readonly signIn: (times: number) => Promise<readonly string[]>
  readonly stop: () => void
}

const factsShape = z.object({
  organizationId: z.number(),
  token: z.string(),
  donationIds: z.array(z.number()),
  changedIds: z.array(z.number()),
  company: z.object({ id: z.number(), name: z.string() }),
})

/** Where mails are sent, and what a loop of them sends how often: words that it makes a mail of, or a mail's bytes. */
const mailsShape = z.object({
  smtpUrl: z.string(),
  count: z.number(),
  connections: z.number(),
  sends: z
    .union([
      z.object({ raw: z.string() }),
      z.object({ subject: z.string(), html: z.string(), text: z.string(), headers: z.record(z.string(), z.string()) }),
    ])
    .optional(),
})
const roleShape = z.enum(['web', 'worker'])
export type LoopMail = NonNullable<z.infer<typeof mailsShape>['sends']>

export function given(): Given {
  const path = process.env.BENCH ?? ''
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return z
    .object({
      connectionString: z.string(),
      facts: factsShape,
      mails: mailsShape.optional(),
      role: roleShape.optional(),
    })
    .parse(JSON.parse(text))
}

const ready = z.object({ address: z.string(), token: z.string() })
const usageShape = z.object({ cpuMs: z.number(), peakBytes: z.number(), restBytes: z.number() })
const heldShape = z.object({ heldMs: z.number(), workedMs: z.number() })

/** Starts a server in a process of its own and waits until it listens. */
export async function startServer(file: string, what: Given): Promise<Server> {
  const path = join(tmpdir(), `twofold-bench-${randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(what), { mode: 0o600 })
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, BENCH: path },
    execArgv: nodeOptions(),
  })
  const { address, token } = ready.parse(await answerOf(child))
  return {
    address,
    token,
    usage: async () => {
      const answer = answerOf(child)
      child.send('usage')
      return usageShape.parse(await answer)
    },
    held: async () => {
      const answer = answerOf(child)
      child.send('held')
      return heldShape.parse(await answer)
    },
    signIn: async (times) => {
      const answer = answerOf(child)
      child.send({ signIn: times })
      return z.array(z.string()).parse(await answer)
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const failed = (code: number | null): void => reject(new Error(`a server of the bench ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (message) => {
      child.off('exit', failed)
      resolve(message)
    })
  })

const signInMessage = z.object({ signIn: z.int() })

const sampleMs = 50
const heldSampleMs = 4

/** Answers what was seen since the last question. */
function watchThread(): () => Held {
  let seen: Held = { heldMs: 0, workedMs: 0 }
  let since = performance.now()
  let cpu = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu)
    const heldMs = performance.now() - since - heldSampleMs
    seen = { heldMs: Math.max(seen.heldMs, heldMs), workedMs: Math.max(seen.workedMs, (user + system) / 1000) }
    since = performance.now()
    cpu = process.threadCpuUsage()
  }, heldSampleMs).unref()
  return () => {
    const answer = seen
    seen = { heldMs: 0, workedMs: 0 }
    return answer
  }
}

/** Said by the server's process once it listens; from then on it answers what it has used. */
export async function answerParent(address: string, platform?: Platform): Promise<void> {
  let cpu = process.cpuUsage()
  let peakBytes = 0
  setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, sampleMs).unref()
  const signIn = async (): Promise<string> => {
    if (!platform) return ''
    const user = { id: 1, email: 'bench@twofold.example', name: 'Bench', globalPermission: null }
    const from = { address: '127.0.0.1', userAgent: 'bench' }
    return inProduct(platform.database, (db) => openSession(db, platform, user, from))
  }
  let held: (() => Held) | undefined
  process.on('message', async (message) => {
    if (message === 'held') {
      held ??= watchThread()
      process.send?.(held())
      return
    }
    const wanted = signInMessage.safeParse(message)
    if (wanted.success) {
      const tokens: string[] = []
      for (let n = 0; n < wanted.data.signIn; n++) tokens.push(await signIn())
      process.send?.(tokens)
      return
    }
    const used = process.cpuUsage(cpu)
    const restBytes = process.memoryUsage.rss()
    process.send?.({ cpuMs: (used.user + used.system) / 1000, peakBytes: Math.max(peakBytes, restBytes), restBytes })
    cpu = process.cpuUsage()
    peakBytes = 0
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ address, token: await signIn() })
}
