import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRoutes } from '../routes.ts'
import { openApiOf } from './openapi.ts'

test('the committed openapi.json is what the routes say; `npm run openapi` writes it', () => {
  const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  expect(committed).toBe(`${JSON.stringify(openApiOf(allRoutes), null, 2)}\n`)
})

test('every route has a name of its own and a path that no other route of its method has', () => {
  const names = allRoutes.map((route) => route.name)
  const places = allRoutes.map((route) => `${route.method} ${route.path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(places).size).toBe(places.length)
})

test('a route that somebody needs a level for says which organization it is about', () => {
  const levels = allRoutes.filter((route) => ['read', 'write', 'admin'].includes(route.who))
  expect(levels.filter((route) => route.within === undefined).map((route) => route.name)).toEqual([])
})
