import { expect, test } from 'vitest'
import { actingGroupIds, actingGroupLabels, actingGroupOf, shortStatusNameOf, statuses, statusIds } from '../index.ts'

test('every status is in the group of who must act', () => {
  const ids = Object.fromEntries(
    actingGroupIds.map((group) => [
      actingGroupLabels[group],
      statuses
        .filter(({ id }) => actingGroupOf(id) === group)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ]),
  )
  expect(ids).toEqual({
    Donor: [5, 6, 7, 8, 10, 23, 24, 25, 28],
    You: [3, 14, 17, 22],
    Employer: [4],
    Twofold: [2, 9],
    Done: [1, 11, 12, 13, 15, 16, 19, 20, 21],
  })
  expect(actingGroupOf(18)).toBe('done')
})

test('short names fit on one line of a list', () => {
  const names = statusIds.map((id) => shortStatusNameOf(id) ?? '')
  expect(names.filter((name) => name === '' || name.length > 28)).toEqual([])
  expect(shortStatusNameOf(18)).toBeUndefined()
})
