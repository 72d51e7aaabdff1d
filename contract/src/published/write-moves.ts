import { writeFileSync } from 'node:fs'
import { movesPage } from './moves-page.ts'

writeFileSync(new URL('../../../docs/moves.md', import.meta.url), movesPage())
