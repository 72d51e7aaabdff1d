import { expect, it } from 'vitest'
import { liftAbove } from './lift-above-bars.ts'

const rest = { top: 700, bottom: 800 }

it('moves above bars at the lower edge and above everything it would cover there', () => {
  expect(liftAbove(rest, [])).toBe(0)
  expect(liftAbove(rest, [{ top: 740, bottom: 800 }])).toBe(60)
  const bars = [
    { top: 600, bottom: 680 },
    { top: 740, bottom: 800 },
  ]
  expect(liftAbove(rest, bars)).toBe(200)
})

it('keeps its position next to a bar further up or below the screen', () => {
  expect(liftAbove(rest, [{ top: 500, bottom: 700 }])).toBe(0)
  expect(liftAbove(rest, [{ top: 800, bottom: 860 }])).toBe(0)
})
