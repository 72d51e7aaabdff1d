import { expect, test } from 'vitest'
import { lateAfterDays, paymentTimes, waitWhereUnknown } from './payment-times.ts'

const none = paymentTimes([])

test('half of the payments came within the median, and money is late two weeks after nine of ten came', () => {
  expect(paymentTimes([90, 30, 60, 45, 50, 40, 35, 55, 65, 70])).toEqual({ payments: 10, median: 50, lateAfter: 84 })
})

test('of four payments nobody tells what is usual', () => {
  expect(paymentTimes([30, 30, 30, 30])).toEqual({ payments: 4, median: null, lateAfter: null })
})

test('a company is judged by itself, else by its platform, else by what is usual among platforms', () => {
  const quick = paymentTimes([10, 10, 10, 10, 10])
  const slow = paymentTimes([100, 100, 100, 100, 100])
  expect(lateAfterDays(quick, slow)).toBe(24)
  expect(lateAfterDays(none, slow)).toBe(114)
  expect(lateAfterDays(none, none)).toBe(waitWhereUnknown)
})
