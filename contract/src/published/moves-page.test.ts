import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { movesPage } from './moves-page.ts'

test('docs/moves.md equals the table of moves; `npm run moves` writes it', () => {
  expect(readFileSync(new URL('../../../docs/moves.md', import.meta.url), 'utf8')).toBe(movesPage())
})
