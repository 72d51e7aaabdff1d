import { allRoutes } from '@twofold/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainWords } from './plain-words.ts'

/** What a body says of a list of ids whose second one is none, by the name of its field. */
const wordsOf = (body: z.ZodObject): string[] =>
  Object.keys(body.shape)
    .filter((name) => name.endsWith('_ids') && name !== 'category_ids')
    .map((name) => {
      const issues = body.safeParse({ [name]: [1, 0] }, { error: plainWords }).error?.issues ?? []
      return issues.find(({ path }) => path.join('.') === `${name}.1`)?.message.replace(name, 'it') ?? name
    })

test('every list of ids says which of them is none, and what to write', () => {
  const bodies = allRoutes.flatMap(({ body }) => (body instanceof z.ZodObject ? [body] : []))
  const said = bodies.flatMap(wordsOf)
  expect(said.length).toBeGreaterThan(5)
  expect([...new Set(said)]).toEqual([
    'Entry 2 of it isn’t an ID. Use whole numbers from 1 up, as our answers and lists show them.',
  ])
})
