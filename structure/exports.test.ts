import { describe, expect, it } from 'vitest'
import { unusedExports } from './exports.ts'
import { readSources } from './sources.ts'

// Entry points that tools load by path, and the contract, which is imported as a whole.
const isEntry = (path: string): boolean =>
  /(\.config|\/main|\/global-setup)\.tsx?$|^contract\/src\/index\.ts$|^web\/src\/(render-on-server\.tsx|ui\/style-singleton\.ts)$/.test(
    path,
  )

describe('exports', () => {
  it('are used', () => {
    const sources = readSources('server', 'contract', 'matching', 'web', 'widget', 'e2e', 'bench', 'structure')
    expect(unusedExports(sources, isEntry)).toEqual([])
  })

  it('are reported if unused, including those of a package entry', () => {
    const faults = unusedExports(
      [
        { path: 'a/index.ts', text: "export { used, idle } from './used.ts'" },
        {
          path: 'a/used.ts',
          text: 'export const used = 1\nexport const idle = 2\nexport const dead = 3\nexport type Own = 4\nlet own: Own',
        },
        { path: 'b.ts', text: "import { used } from './a/index.ts'\nused" },
        { path: 'c.ts', text: "import * as all from './d.ts'\nall" },
        { path: 'd.ts', text: 'export const any = 1\nexport default 2' },
      ],
      () => false,
    )
    expect(faults).toEqual([
      'a/index.ts exports idle, which no other file imports.',
      'a/used.ts exports dead, which no other file imports.',
    ])
  })
})
