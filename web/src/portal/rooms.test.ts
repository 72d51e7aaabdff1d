import { publicScreens, screens } from '@twofold/contract'
import { expect, it } from 'vitest'
import { laterRoutes } from './later-screens.tsx'
import { publicRoutes } from './public-rooms.ts'
import { routes } from './rooms.ts'

const pathsOf = (some: readonly { readonly path: string }[]) => some.map(({ path }) => path).sort()

it('leads every address to one screen, in the portal or among the public pages', () => {
  expect(pathsOf(publicRoutes)).toEqual([...publicScreens].sort())
  const portal = [...routes, ...laterRoutes].filter(({ frame }) => frame !== 'public')
  expect(pathsOf([...portal, ...publicRoutes])).toEqual(Object.values(screens).sort())
})
