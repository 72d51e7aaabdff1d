import { PassThrough, Transform } from 'node:stream'
import type { ColumnKind } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { copyOut } from '../../../platform/database/copy-out.ts'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { formulaGuard, formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import type { Platform } from '../../../platform/services/platform.ts'

// Slow clients may take minutes; a longer download is stuck.
export const exportTimeoutMs = 15 * 60 * 1000
// Without a byte order mark, Excel reads the file in the local code page.
const byteOrderMark = '\uFEFF'

/** The writer of the file protects text columns against formulas. */
export type TableContent = {
  readonly headings: readonly string[]
  readonly kinds: readonly ColumnKind[]
  readonly rows: Sql
}

export type FileOutput = { readonly through?: readonly Transform[]; readonly output: NodeJS.WritableStream }

export async function writeCsv(
  platform: Platform,
  tenant: Tenant,
  loadTable: (db: Db) => Promise<TableContent>,
  { through = [], output }: FileOutput,
): Promise<void> {
  await inTenant(
    platform.database.copying,
    tenant,
    async (db, client) => {
      const { headings, kinds, rows } = await loadTable(db)
      const header = startingWith(`${byteOrderMark}${stringify([[...headings]], formulaGuardOptions)}`)
      await copyOut(client, rows, { through: [...through, formulaGuard(kinds), header], output })
    },
    { readOnly: true, snapshot: true, alone: true, timeoutMs: exportTimeoutMs },
  )
}

function startingWith(text: string): Transform {
  let isFirst = true
  return new Transform({
    transform(chunk, _encoding, done) {
      if (isFirst) this.push(text)
      isFirst = false
      done(null, chunk)
    },
    flush(done) {
      done(null, isFirst ? text : undefined)
    },
  })
}

// Each download holds a database connection or a file handle until it ends.
const downloadsAtOnce = 4

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const
export type FileFormat = Exclude<keyof typeof mediaTypes, 'zip'>

export type SendFile = (
  options: {
    readonly platform: Platform
    readonly reply: FastifyReply
    readonly name: string
    readonly format?: keyof typeof mediaTypes
    /** Limited separately; shared without an organization. */
    readonly organizationId?: number
  },
  write: (output: PassThrough) => Promise<void>,
) => Promise<FastifyReply>

/** Limits concurrent downloads. @throws Refusal unavailable at the limit */
export function createFileSender(): SendFile {
  const running = new Map<number | undefined, number>()
  return async ({ platform, reply, name, format = 'csv', organizationId: ownerId }, write) => {
    const runningDownloads = running.get(ownerId) ?? 0
    if (runningDownloads >= downloadsAtOnce) {
      throw new Refusal('unavailable', 'Many downloads are running. Please try again in a moment.', {
        retryAfterSeconds: 10,
      })
    }
    running.set(ownerId, runningDownloads + 1)
    // A client that stops reading would hold a database connection. Without a listener, a timeout closes the socket.
    reply.raw.setTimeout(platform.config.requestWithinMs)
    const output = new PassThrough()
    const day = platform.clock().toISOString().slice(0, 10)
    reply
      .header('content-disposition', `attachment; filename="${name}-${day}.${format}"`)
      .header('cache-control', 'no-store')
      .type(mediaTypes[format])
      .send(output)
    try {
      await write(output)
    } catch (error) {
      // The response has begun, so only closing the connection shows that it is incomplete.
      const problem = error instanceof Error ? error : new Error('unknown')
      platform.log.warn({ problem: problem.message }, 'a download ended early')
      output.destroy(problem)
    } finally {
      const remaining = (running.get(ownerId) ?? 1) - 1
      if (remaining > 0) running.set(ownerId, remaining)
      else running.delete(ownerId)
    }
    return reply
  }
}
