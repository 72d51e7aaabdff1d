import { expect, test } from 'vitest'
import { allocateAmount, findSums } from './payout-sums.ts'

const partsOf = (...amounts: number[]) => amounts.map((cents, id) => ({ id, cents }))
const ids = (groups: { id: number }[][]) => groups.map((group) => group.map(({ id }) => id))

test('finds two or three parts, pairs first, and never uses a part twice', () => {
  expect(ids(findSums(100, partsOf(40, 60, 30, 30, 100)))).toEqual([
    [0, 1],
    [0, 2, 3],
  ])
  expect(findSums(100, partsOf(50, 20))).toEqual([])
})

test('returns three sums of many equal parts, and considers the first sixty of hundreds', () => {
  expect(findSums(200, partsOf(...Array.from({ length: 500 }, () => 100)))).toHaveLength(3)
  expect(findSums(13, partsOf(...Array.from({ length: 60 }, () => 4), 6, 7))).toEqual([])
})

test('a line’s money covers the missing amount after fees first, then fees that were not deducted', () => {
  const payouts = [
    { id: 1, grossCents: 1_000, feeCents: 50 },
    { id: 2, grossCents: 500, feeCents: 0 },
  ]
  expect([...allocateAmount(1_450, payouts)]).toEqual([
    [1, 950],
    [2, 500],
  ])
  expect([...allocateAmount(1_500, payouts)]).toEqual([
    [1, 1_000],
    [2, 500],
  ])
  expect([...allocateAmount(2_000, payouts)]).toEqual([
    [1, 1_000],
    [2, 500],
  ])
  expect([...allocateAmount(900, payouts)]).toEqual([[1, 900]])
})
