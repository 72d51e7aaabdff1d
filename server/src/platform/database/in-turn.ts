import type { Database, Tenant } from './database.ts'

/** As many as keep two processors busy. With twenty, others' pages waited for all of them. */
export const askedAtOnce = 2

/**
 * Who has waited this long goes on beside the others, without a place: one that hangs, or takes as long as it may, would have
 * everybody of its organization wait for it.
 */
export const waitsAtMostMs = 2_000

/** Pages are short. What goes over all gifts has a line of its own, so that no page waits behind it. */
export type Kind = 'page' | 'whole'

type Line = { running: number; readonly waiting: (() => void)[] }

const linesOf = new WeakMap<Database, Map<string, Line>>()

/**
 * Work that keeps the database busy for long: of one organization and kind some at a time on a node, the others in their order,
 * so that whoever asks much leaves the database to the others as well.
 */
export async function inTurn<T>(
  database: Database,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  kind: Kind,
  work: () => Promise<T>,
): Promise<T> {
  const lines = linesOf.get(database) ?? new Map<string, Line>()
  linesOf.set(database, lines)
  const name = `${kind} ${organizationId}`
  const line = lines.get(name) ?? { running: 0, waiting: [] }
  lines.set(name, line)
  if (line.running < askedAtOnce) line.running++
  else if (!(await isHandedPlace(line))) return work()
  try {
    return await work()
  } finally {
    // The place is handed on, or given back.
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(name)
  }
}

/** Whether a place became free in time. */
function isHandedPlace({ waiting }: Line): Promise<boolean> {
  return new Promise((answer) => {
    const begin = (): void => {
      clearTimeout(timer)
      answer(true)
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      answer(false)
    }, waitsAtMostMs)
    waiting.push(begin)
  })
}
