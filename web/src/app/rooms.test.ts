import { publicScreens, screens } from '@twofold/contract'
import { expect, it } from 'vitest'
import { waysFor } from './command/command-places.ts'
import { publicRoutes } from './public-rooms.ts'
import { routes } from './rooms.ts'

const pathsOf = (some: readonly { readonly path: string }[]) => some.map(({ path }) => path).sort()

it('leads every address to one screen, in the portal or among the public pages', () => {
  expect(pathsOf(publicRoutes)).toEqual([...publicScreens].sort())
  const portal = routes.filter(({ frame }) => frame !== 'public')
  expect(pathsOf([...portal, ...publicRoutes])).toEqual(Object.values(screens).sort())
})

it('leads from the command menu to every screen that needs no more than its address', () => {
  const ways = waysFor({ isSuper: true, isAdmin: true, organization: { parent_id: null } }).map(({ to }) => to)
  // Without a template its address leads back to the templates.
  const needsMore = (path: string) => path.includes(':') || path === screens.emailCustomization
  const inPortal = routes.filter(({ frame, path }) => frame !== 'public' && frame !== 'entrance' && !needsMore(path))
  expect(pathsOf(inPortal).filter((path) => !ways.includes(path))).toEqual([])
  expect(ways.filter((path) => !Object.values<string>(screens).includes(path))).toEqual([])
})

it('offers nobody a screen of others', () => {
  const ways = (isAdmin: boolean, parent_id: number | null) =>
    waysFor({ isSuper: false, isAdmin, organization: { parent_id } }).map(({ to }) => to)
  expect(ways(false, 1)).not.toContain(screens.chapters)
  expect(ways(false, null)).toContain(screens.chapters)
  expect(ways(false, null)).not.toContain(screens.audit)
  expect(ways(true, 1)).toEqual(expect.arrayContaining([screens.chapters, screens.audit]))
  expect(ways(true, null)).not.toContain(screens.review)
})
