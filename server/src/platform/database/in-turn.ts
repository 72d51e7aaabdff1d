/** As many as keep two processors busy. With twenty, others' pages waited for all of them. */
export const askedAtOnce = 2

/** More than one process of Node keeps busy. */
export const readersAtOnce = 6

/**
 * Who has waited this long goes on beside the others, without a place: one that hangs, or takes as long as it may, would have
 * everybody of its organization wait for it.
 */
export const waitsAtMostMs = 2_000

/** Pages are short. What goes over all gifts has a line of its own, so that no page waits behind it. */
export type Kind = 'page' | 'whole'

type Line = { running: number; readonly waiting: (() => void)[] }

/** By the database that is asked, whatever that is made of. */
const linesOf = new WeakMap<object, Map<string, Line>>()

/**
 * Work that keeps the database busy for long: of one organization and kind some at a time on a node, the others in their order,
 * so that whoever asks much leaves the database to the others as well.
 */
export const inTurn = <T>(
  database: object,
  { organizationId }: { readonly organizationId: number },
  kind: Kind,
  work: () => Promise<T>,
): Promise<T> => inLine(database, { name: `${kind} ${organizationId}`, places: askedAtOnce }, work)

/**
 * Reads of one message: a few connections answer them faster than many. Each connection plans a statement anew, for 10 to 20 ms, and
 * two hundred people who came to a node at rest had it open sixteen, all of which planned everything, and waited a second for that.
 */
export const amongReaders = <T>(database: object, work: () => Promise<T>): Promise<T> => {
  reads++
  return inLine(database, { name: 'readers', places: readersAtOnce }, work)
}

let reads = 0

/** How many short reads this process has begun, for people who wait for them. */
export const readsBegun = (): number => reads

async function inLine<T>(
  database: object,
  { name, places }: { readonly name: string; readonly places: number },
  work: () => Promise<T>,
): Promise<T> {
  const lines = linesOf.get(database) ?? new Map<string, Line>()
  linesOf.set(database, lines)
  const line = lines.get(name) ?? { running: 0, waiting: [] }
  lines.set(name, line)
  if (line.running < places) line.running++
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
