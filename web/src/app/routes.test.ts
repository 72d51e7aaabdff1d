import { publicScreens, screens } from '@twofold/contract'
import { expect, it } from 'vitest'
import { commandScreensFor } from './command/command-screens.ts'
import { publicRoutes } from './public-routes.ts'
import { routes } from './routes.ts'

const pathsOf = (some: readonly { readonly path: string }[]) => some.map(({ path }) => path).sort()

it('maps every address to exactly one portal or public screen', () => {
  expect(pathsOf(publicRoutes)).toEqual([...publicScreens].sort())
  const portal = routes.filter(({ frame }) => frame !== 'public')
  expect(pathsOf([...portal, ...publicRoutes])).toEqual(Object.values(screens).sort())
})

it('lists every screen without parameters in the command menu', () => {
  const ways = commandScreensFor({ isSuper: true, isAdmin: true, organization: { parent_id: null } }).map(
    ({ to }) => to,
  )
  // Without a template, this address redirects to the template list.
  const needsMore = (path: string) => path.includes(':') || path === screens.emailCustomization
  const inPortal = routes.filter(({ frame, path }) => frame !== 'public' && frame !== 'entrance' && !needsMore(path))
  expect(pathsOf(inPortal).filter((path) => !ways.includes(path))).toEqual([])
  expect(ways.filter((path) => !Object.values<string>(screens).includes(path))).toEqual([])
})

it('hides screens that the user may not open', () => {
  const ways = (isAdmin: boolean, parent_id: number | null) =>
    commandScreensFor({ isSuper: false, isAdmin, organization: { parent_id } }).map(({ to }) => to)
  expect(ways(false, 1)).not.toContain(screens.chapters)
  expect(ways(false, null)).toContain(screens.chapters)
  expect(ways(false, null)).not.toContain(screens.audit)
  expect(ways(true, 1)).toEqual(expect.arrayContaining([screens.chapters, screens.audit]))
  expect(ways(true, null)).not.toContain(screens.review)
})
