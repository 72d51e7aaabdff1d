import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = `${root}docs/decisions/`
const pages = readdirSync(folder).filter((name) => /^\d/.test(name))
const numbers = new Set(pages.map((name) => Number.parseInt(name, 10)))

const texts = [
  ...readSources('server', 'contract', 'matching', 'web', 'widget', 'e2e', 'bench', 'structure'),
  ...[
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...readdirSync(`${root}docs/rules/`).map((name) => `docs/rules/${name}`),
    ...pages.map((name) => `docs/decisions/${name}`),
  ].map((path) => ({ path, text: readFileSync(root + path, 'utf8') })),
]

it('every referenced decision has a page, and each number is unique', () => {
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d+)\b/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([words]) => `${path} names ${words}`),
  )
  expect(missing).toEqual([])
  expect(numbers.size).toBe(pages.length)
})
