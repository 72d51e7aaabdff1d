import { NavigationType } from 'react-router'
import { expect, test } from 'vitest'
import { addGuard, guardOf, leavesScreen, type Step, stepsBackIn } from './way-out.ts'

const place = (address: string): Step['nextLocation'] => {
  const { pathname, search } = new URL(address, 'https://portal.example')
  return { pathname, search, hash: '', state: null, key: '' }
}
const step = (from: string, to: string, action: 'POP' | 'PUSH' = 'POP'): Step => ({
  currentLocation: place(from),
  nextLocation: place(to),
  historyAction: NavigationType[action === 'POP' ? 'Pop' : 'Push'],
})

test('Back from a form step leaves the form, and so does another screen', () => {
  const isLeft = (one: Step) => leavesScreen(one) || stepsBackIn(one, ['new', 'report'])
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports'))).toBe(true)
  expect(isLeft(step('/portal/reports?report=1', '/portal/reports?report=2'))).toBe(true)
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?new=1&in=3'))).toBe(false)
  // Save does this.
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?report=2', 'PUSH'))).toBe(false)
  expect(isLeft(step('/portal/reports?new=1', '/portal/donations', 'PUSH'))).toBe(true)
})

test('asks the newest mounted guard that holds the navigation', () => {
  const asked: string[] = []
  const guard = (name: string, holds: (one: Step) => boolean) => ({ holds, ask: () => void asked.push(name) })
  const back = step('/portal/payouts', '/portal/')
  const ask = () => guardOf(back)?.ask({ leavesScreen: true, goOn: () => undefined, stay: () => undefined })
  const ends = [
    addGuard(guard('screen', leavesScreen)),
    addGuard(guard('dialog', ({ historyAction }) => historyAction === 'POP')),
    addGuard(guard('minds nothing', () => false)),
  ]
  ask()
  ends[1]?.()
  ask()
  ends[0]?.()
  ask()
  ends[2]?.()
  expect([asked, guardOf(back)]).toEqual([['dialog', 'screen'], null])
})
