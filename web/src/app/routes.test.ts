import { publicScreens, screens } from '@twofold/contract'
import { expect, it } from 'vitest'
import { commandScreensFor } from './command/command-screens.ts'
import { publicRoutes } from './public-routes.ts'
import { routes } from './routes.ts'

const pathsOf = (screenRoutes: readonly { readonly path: string }[]) => screenRoutes.map(({ path }) => path).sort()

it('maps every address to exactly one portal or public screen', () => {
  expect(pathsOf(publicRoutes)).toEqual([...publicScreens].sort())
  const portal = routes.filter(({ frame }) => frame !== 'public')
  expect(pathsOf([...portal, ...publicRoutes])).toEqual(Object.values(screens).sort())
})

it('lists every screen without parameters in the command menu', () => {
  const commandPaths = commandScreensFor({ isSuper: true, isAdmin: true, organization: { parent_id: null } }).map(
    ({ to }) => to,
  )
  // Without a template, this address redirects to the template list.
  const needsParameter = (path: string) => path.includes(':') || path === screens.emailCustomization
  const portalRoutes = routes.filter(
    ({ frame, path }) => frame !== 'public' && frame !== 'entrance' && !needsParameter(path),
  )
  expect(pathsOf(portalRoutes).filter((path) => !commandPaths.includes(path))).toEqual([])
  expect(commandPaths.filter((path) => !Object.values<string>(screens).includes(path))).toEqual([])
})

it('hides screens that the user may not open', () => {
  const commandPathsFor = (isAdmin: boolean, parent_id: number | null) =>
    commandScreensFor({ isSuper: false, isAdmin, organization: { parent_id } }).map(({ to }) => to)
  expect(commandPathsFor(false, 1)).not.toContain(screens.chapters)
  expect(commandPathsFor(false, null)).toContain(screens.chapters)
  expect(commandPathsFor(false, null)).not.toContain(screens.audit)
  expect(commandPathsFor(true, 1)).toEqual(expect.arrayContaining([screens.chapters, screens.audit]))
  expect(commandPathsFor(true, null)).not.toContain(screens.review)
})
