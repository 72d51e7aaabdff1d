import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { formulaGuard, guardFormula, unguardFormula } from './formula-guard.ts'

const blanks = [
  0x20, 0x9, 0xa0, 0x200b, 0xad, 0x2060, 0x180e, 0x115f, 0x1160, 0x3164, 0xffa0, 0x202e, 0x2800, 0x85, 0x200e, 0x34f,
  0x61c, 0x17b4, 0x2028, 0x2066, 0x3000, 0xfe0f, 0xfeff, 0xfff9, 0xe0001, 0xe0100, 0x1d173, 0x1, 0x1f, 0x7f,
].map((code) => String.fromCodePoint(code))

test.each(blanks)('guards a formula after %j, once or repeated, and restores it', async (blank) => {
  for (const cell of [`${blank}=1+1`, `${blank}${blank}@SUM(A1)`, `a\n${blank}+A1`, `=${blank}1`]) {
    expect(guardFormula(cell)).toBe(`'${cell}`)
    expect(unguardFormula(guardFormula(cell))).toBe(cell)
    const read = await Readable.from([Buffer.from(`"${cell}"\n`)])
      .pipe(formulaGuard(['text']))
      .toArray()
    expect(Buffer.concat(read).toString()).toBe(`"'${cell}"\n`)
  }
})

test.each(['-25.00', '+1', '2026-01-01', 'Ann', "O'Neil", '', 'a-b', '\u200bAnn', '-$25'])(
  'leaves %j unchanged',
  (cell) => {
    expect(guardFormula(cell)).toBe(cell)
    expect(unguardFormula(cell)).toBe(cell)
  },
)

test('reads a long cell of blanks and line breaks in linear time', () => {
  // Processor time, because a busy machine stretches elapsed time. A quadratic scan needs more than ten seconds.
  const started = process.cpuUsage()
  for (const piece of ['\u200b', '\n', '\n\u00ad', ' \u2800']) guardFormula(piece.repeat(100_000))
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000)
})
