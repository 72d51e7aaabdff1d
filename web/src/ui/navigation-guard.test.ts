import { NavigationType } from 'react-router'
import { expect, test } from 'vitest'
import {
  addNavigationGuard,
  changesScreen,
  findGuard,
  isHistoryStepChanging,
  type Navigation,
} from './navigation-guard.ts'

const place = (address: string): Navigation['nextLocation'] => {
  const { pathname, search } = new URL(address, 'https://portal.example')
  return { pathname, search, hash: '', state: null, key: '' }
}
const step = (from: string, to: string, action: 'POP' | 'PUSH' = 'POP'): Navigation => ({
  currentLocation: place(from),
  nextLocation: place(to),
  historyAction: NavigationType[action === 'POP' ? 'Pop' : 'Push'],
})

test('Back from a form step leaves the form, and so does another screen', () => {
  const isLeft = (one: Navigation) => changesScreen(one) || isHistoryStepChanging(one, ['new', 'report'])
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports'))).toBe(true)
  expect(isLeft(step('/portal/reports?report=1', '/portal/reports?report=2'))).toBe(true)
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?new=1&in=3'))).toBe(false)
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?report=2', 'PUSH'))).toBe(false)
  expect(isLeft(step('/portal/reports?new=1', '/portal/donations', 'PUSH'))).toBe(true)
})

test('asks the newest mounted guard that holds the navigation', () => {
  const asked: string[] = []
  const guard = (name: string, holds: (one: Navigation) => boolean) => ({ holds, ask: () => void asked.push(name) })
  const back = step('/portal/payouts', '/portal/')
  const ask = () => findGuard(back)?.ask({ leavesScreen: true, goOn: () => undefined, stay: () => undefined })
  const ends = [
    addNavigationGuard(guard('screen', changesScreen)),
    addNavigationGuard(guard('dialog', ({ historyAction }) => historyAction === 'POP')),
    addNavigationGuard(guard('minds nothing', () => false)),
  ]
  ask()
  ends[1]?.()
  ask()
  ends[0]?.()
  ask()
  ends[2]?.()
  expect([asked, findGuard(back)]).toEqual([['dialog', 'screen'], null])
})
