import { Transform } from 'node:stream'

const quote = 0x22
const lineEnd = 0x0a

const toldEveryMs = 1_000

/** Passes CSV through and reports the count once a second. An error in `tell` ends the stream. */
export function createRowCounter(tell: (rows: number) => Promise<void>): {
  readonly passing: Transform
  readonly count: () => number
} {
  let rows = 0
  let isQuoted = false
  let toldAt = performance.now()
  const passing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (const byte of piece) {
        if (byte === quote)
          isQuoted = !isQuoted // a doubled quote toggles twice
        else if (byte === lineEnd && !isQuoted) rows++
      }
      const now = performance.now()
      if (now - toldAt < toldEveryMs) return done(null, piece)
      toldAt = now
      tell(rows).then(() => done(null, piece), done)
    },
  })
  return { passing, count: () => rows }
}
