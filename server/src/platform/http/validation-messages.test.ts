import { allRoutes } from '@twofold/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessages } from './validation-messages.ts'

const wordsOf = (body: z.ZodObject): string[] =>
  Object.keys(body.shape)
    .filter((name) => name.endsWith('_ids') && name !== 'category_ids')
    .map((name) => {
      const issues = body.safeParse({ [name]: [1, 0] }, { error: validationMessages }).error?.issues ?? []
      return issues.find(({ path }) => path.join('.') === `${name}.1`)?.message.replace(name, 'it') ?? name
    })

test('every list of ids names its invalid entry and the valid format', () => {
  const bodies = allRoutes.flatMap(({ body }) => (body instanceof z.ZodObject ? [body] : []))
  const said = bodies.flatMap(wordsOf)
  expect(said.length).toBeGreaterThan(5)
  expect([...new Set(said)]).toEqual([
    'Entry 2 of it isn’t an ID. Use whole numbers from 1 up, as the API returns them.',
  ])
})
