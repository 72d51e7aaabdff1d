import { describe, expect, it } from 'vitest'
import { unusedExports } from './exports.ts'
import { readSources } from './sources.ts'

// What tools call by the place of its file, and the contract, which is read as a whole.
const isEntry = (path: string): boolean =>
  /(\.config|\/main|\/global-setup)\.tsx?$|^contract\/src\/index\.ts$|^web\/src\/(drawn\.tsx|ui\/style-singleton\.ts)$/.test(
    path,
  )

describe('what is exported', () => {
  it('is named somewhere', () => {
    const sources = readSources('server', 'contract', 'matching', 'web', 'widget', 'e2e', 'bench', 'structure')
    expect(unusedExports(sources, isEntry)).toEqual([])
  })

  it('is found when it is named nowhere, also behind a door', () => {
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
      'a/index.ts exports idle, which nobody names.',
      'a/used.ts exports dead, which nobody names.',
    ])
  })
})
