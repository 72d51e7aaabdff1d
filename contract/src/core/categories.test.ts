import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { categories } from './categories.ts'

const page = readFileSync(new URL('../../../docs/categories.md', import.meta.url), 'utf8')

it('maps each ID to the category in the documentation', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, id, name]) => [Number(id), name])
  expect(rows).toEqual([...categories])
})

it('has the documented gaps and no duplicate names', () => {
  const gaps = Array.from({ length: 47 }, (_, at) => at + 1).filter((id) => !categories.has(id))
  expect(page).toContain(`Ids ${gaps.slice(0, -1).join(', ')} and ${gaps.at(-1)} mean nothing`)
  expect(new Set(categories.values()).size).toBe(categories.size)
})
