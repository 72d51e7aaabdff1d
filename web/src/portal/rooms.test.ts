import { screens } from '@twofold/contract'
import { expect, it } from 'vitest'
import { laterRoutes } from './later-screens.tsx'
import { routes } from './rooms.ts'

const all = [...routes, ...laterRoutes]

it('leads every address to one screen', () => {
  expect(all.map(({ path }) => path).sort()).toEqual(Object.values(screens).sort())
})
