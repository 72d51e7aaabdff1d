import { expect, it } from 'vitest'
import { addMatches } from './open-matches.ts'

it('adds matches by currency without losing cents', () => {
  const one = { count: 2, matched: 0.1, other_matched: { CAD: 5 } }
  expect(addMatches(one, { count: 1, matched: 0.2, other_matched: {} })).toEqual({
    count: 3,
    matched: 0.3,
    other_matched: { CAD: 5 },
  })
})
