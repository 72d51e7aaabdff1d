import { expect, test } from 'vitest'
import { defaultLateAfterDays, lateAfterDays, paymentTimes } from './payment-times.ts'

const noTimes = paymentTimes([])

test('half of the payments arrive within the median, and money is late two weeks after 90% arrived', () => {
  expect(paymentTimes([90, 30, 60, 45, 50, 40, 35, 55, 65, 70])).toEqual({ payments: 10, median: 50, lateAfter: 84 })
})

test('four payments are too few for a typical duration', () => {
  expect(paymentTimes([30, 30, 30, 30])).toEqual({ payments: 4, median: null, lateAfter: null })
})

test('uses the company’s own payments, then its platform’s, then the default', () => {
  const quick = paymentTimes([10, 10, 10, 10, 10])
  const slow = paymentTimes([100, 100, 100, 100, 100])
  expect(lateAfterDays(quick, slow)).toBe(24)
  expect(lateAfterDays(noTimes, slow)).toBe(114)
  expect(lateAfterDays(noTimes, noTimes)).toBe(defaultLateAfterDays)
})
