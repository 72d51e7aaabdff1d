import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../routes.ts'
import { route } from '../shared/route.ts'
import { openApiOf } from './openapi.ts'
import { contractLines } from './released-contract.ts'

const small = (answer: z.ZodType) =>
  contractLines(openApiOf([route('GET', '/api/a', { name: 'a', summary: 'A', access: 'public', response: answer })]))

test('reports a removed field, choice, or call, but not an added one', () => {
  const before = small(
    z.object({ list: z.array(z.object({ state: z.enum(['on', 'off']).nullable(), id: z.number() })) }),
  )
  expect(before).toContain('GET /api/a returns list[].state = off')
  const without = (after: readonly string[]) => before.filter((line) => !after.includes(line))
  const gone = small(z.object({ list: z.array(z.object({ state: z.enum(['on']).nullable() })) }))
  expect(without(gone)).toEqual(['GET /api/a returns list[].state = off', 'GET /api/a returns list[].id'])
  const more = z.object({ state: z.enum(['on', 'off', 'idle']).nullable(), id: z.number(), at: z.string() })
  expect(without(small(z.object({ list: z.array(more) })))).toEqual([])
})

test('all promises of the last release still exist without a new version; write-promises.ts stores those of the next', () => {
  const [version, ...released] = readFileSync(new URL('../../released.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const contract = openApiOf(allRoutes)
  if (version !== `version ${contract.info.version}`) return
  const now = new Set(contractLines(contract))
  expect(released.length).toBeGreaterThan(2_000)
  expect(released.filter((line) => !now.has(line))).toEqual([])
})
