import { Transform } from 'node:stream'

const quote = 0x22
const lineEnd = 0x0a

const reportedEveryMs = 1_000

/** Passes CSV through and reports the count once a second. An error in `onProgress` ends the stream. */
export function createRowCounter(onProgress: (rows: number) => Promise<void>): {
  readonly passing: Transform
  readonly count: () => number
} {
  let rows = 0
  let isQuoted = false
  let reportedAt = performance.now()
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        if (byte === quote)
          isQuoted = !isQuoted // a doubled quote toggles twice
        else if (byte === lineEnd && !isQuoted) rows++
      }
      const now = performance.now()
      if (now - reportedAt < reportedEveryMs) return done(null, chunk)
      reportedAt = now
      onProgress(rows).then(() => done(null, chunk), done)
    },
  })
  return { passing, count: () => rows }
}
