import { expect, it } from 'vitest'
import { news } from './news.ts'

it('lists dated entries with different titles, newest first', () => {
  const days = news.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
  for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
  expect(new Set(news.map(({ title }) => title)).size).toBe(news.length)
})
