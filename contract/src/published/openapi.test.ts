import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRoutes } from '../routes.ts'
import { openApiOf } from './openapi.ts'

test('the committed openapi.json equals the routes; `npm run openapi` writes it', () => {
  const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  expect(committed).toBe(`${JSON.stringify(openApiOf(allRoutes), null, 2)}\n`)
})

test('every route has a unique name, and a unique path per method', () => {
  const names = allRoutes.map((route) => route.name)
  const places = allRoutes.map((route) => `${route.method} ${route.path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(places).size).toBe(places.length)
})

test('a route with a required level defines its organization', () => {
  const levels = allRoutes.filter((route) => ['read', 'write', 'admin'].includes(route.access))
  expect(levels.filter((route) => route.scope === undefined).map((route) => route.name)).toEqual([])
})
