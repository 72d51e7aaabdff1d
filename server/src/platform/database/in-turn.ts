import type { Database, Tenant } from './database.ts'

/** As many as keep two processors busy. With twenty, others' pages waited for all of them. */
export const askedAtOnce = 2

type Line = { running: number; readonly waiting: (() => void)[] }

const linesOf = new WeakMap<Database, Map<number, Line>>()

/**
 * Work that keeps the database busy for long: of one organization some at a time on a node, the others in their order, so that
 * whoever asks much leaves the database to the others as well.
 */
export async function inTurn<T>(
  database: Database,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  work: () => Promise<T>,
): Promise<T> {
  const lines = linesOf.get(database) ?? new Map<number, Line>()
  linesOf.set(database, lines)
  const line = lines.get(organizationId) ?? { running: 0, waiting: [] }
  lines.set(organizationId, line)
  if (line.running < askedAtOnce) line.running++
  else await new Promise<void>((begin) => line.waiting.push(begin))
  try {
    return await work()
  } finally {
    // The place is handed on, or given back.
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(organizationId)
  }
}
