import { NavigationType } from 'react-router'
import { expect, test } from 'vitest'
import {
  addNavigationGuard,
  changesScreen,
  findGuard,
  isHistoryStepChanging,
  type Navigation,
} from './navigation-guard.ts'

const locationOf = (address: string): Navigation['nextLocation'] => {
  const { pathname, search } = new URL(address, 'https://portal.example')
  return { pathname, search, hash: '', state: null, key: '' }
}
const step = (from: string, to: string, action: 'POP' | 'PUSH' = 'POP'): Navigation => ({
  currentLocation: locationOf(from),
  nextLocation: locationOf(to),
  historyAction: NavigationType[action === 'POP' ? 'Pop' : 'Push'],
})

test('Back from a form step leaves the form, and so does another screen', () => {
  const isLeft = (navigation: Navigation) =>
    changesScreen(navigation) || isHistoryStepChanging(navigation, ['new', 'report'])
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports'))).toBe(true)
  expect(isLeft(step('/portal/reports?report=1', '/portal/reports?report=2'))).toBe(true)
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?new=1&in=3'))).toBe(false)
  expect(isLeft(step('/portal/reports?new=1', '/portal/reports?report=2', 'PUSH'))).toBe(false)
  expect(isLeft(step('/portal/reports?new=1', '/portal/donations', 'PUSH'))).toBe(true)
})

test('asks the newest mounted guard that holds the navigation', () => {
  const askedGuards: string[] = []
  const guard = (name: string, shouldBlock: (navigation: Navigation) => boolean) => ({
    shouldBlock,
    onBlock: () => void askedGuards.push(name),
  })
  const stepBack = step('/portal/payouts', '/portal/')
  const askGuard = () =>
    findGuard(stepBack)?.onBlock({ leavesScreen: true, goOn: () => undefined, stay: () => undefined })
  const ends = [
    addNavigationGuard(guard('screen', changesScreen)),
    addNavigationGuard(guard('dialog', ({ historyAction }) => historyAction === 'POP')),
    addNavigationGuard(guard('minds nothing', () => false)),
  ]
  askGuard()
  ends[1]?.()
  askGuard()
  ends[0]?.()
  askGuard()
  ends[2]?.()
  expect([askedGuards, findGuard(stepBack)]).toEqual([['dialog', 'screen'], null])
})
