import { expect, test } from 'vitest'
import { dateExampleIn } from './date-example.ts'

const map = { when: 'donated_at', amount: 'amount' }

test('an ambiguous date is shown with both days', () => {
  expect(dateExampleIn([{ when: '03/03/2026' }, { when: '03/04/26 10:15' }], map)).toEqual({
    text: '03/04/26 10:15',
    mdy: '2026-03-04',
    dmy: '2026-04-03',
  })
})

test.each(['2026-03-04', '03/25/2026', '25.03.2026', '', 'March 4, 2026', '3/3/2026'])(
  '"%s" is not ambiguous',
  (when) => {
    expect(dateExampleIn([{ when }], map)).toBeNull()
  },
)

test('without a date column there is no example', () => {
  expect(dateExampleIn([{ when: '03/04/26' }], { when: 'ignored' })).toBeNull()
})
