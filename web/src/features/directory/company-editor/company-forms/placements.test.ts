import { expect, test } from 'vitest'
import {
  applyArrowKey,
  boxBetween,
  clampToPage,
  createPlacement,
  draftPlacementsOf,
  moveBox,
  placementsOf,
  resizeBox,
  unplacedFields,
} from './placements.ts'

const page = { width: 612, height: 792 }
const box = { page: 1, x: 100, y: 100, width: 50, height: 20 }

test('a moved, reversed or resized box stays on its page and above the minimum size', () => {
  expect(moveBox(box, 1_000, -1_000, page)).toEqual({ ...box, x: 562, y: 0 })
  expect(resizeBox(box, 1_000, -1_000, page)).toEqual({ ...box, width: 512, height: 8 })
  expect(boxBetween({ x: 150, y: 120 }, { x: 100, y: 100 }, 1)).toEqual(box)
  expect(clampToPage({ ...box, width: 5_000, x: 600 }, page)).toMatchObject({ x: 0, width: 612 })
})

test('arrow keys move a field by one point, with Shift they resize it; other keys are ignored', () => {
  const placement = createPlacement(box, 'gift_amount')
  expect(applyArrowKey(placement, { key: 'ArrowRight', shiftKey: false }, page)).toMatchObject({ x: 101, width: 50 })
  expect(applyArrowKey(placement, { key: 'ArrowDown', shiftKey: true }, page)).toMatchObject({ y: 100, height: 21 })
  expect(applyArrowKey(placement, { key: 'Tab', shiftKey: false }, page)).toBeNull()
})

test('the request contains the placements unchanged, or nothing while one has no source', () => {
  const placement = { source: 'donor_name', ...box, size: 10 } as const
  expect(placementsOf(draftPlacementsOf([placement]))).toEqual([placement])
  expect(placementsOf([createPlacement(box)])).toBeNull()
})

test('file fields covered by a placement are not empty', () => {
  const field = { name: 'colour', kind: 'text', ...box } as const
  const fieldBelow = { ...field, name: 'size', y: 200 }
  expect(unplacedFields([field, fieldBelow], [{ ...box, x: 120 }])).toEqual([fieldBelow])
  expect(unplacedFields([field], [{ ...box, page: 2 }])).toEqual([field])
})
