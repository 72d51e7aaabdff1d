import { describe, expect, it } from 'vitest'
import { faultsIn } from './rooms.ts'
import { importsOf, readSources } from './sources.ts'

const sources = readSources('matching/src', 'contract/src', 'server/src', 'web/src', 'widget/src')

it('who may know whom: packages, layers, doors, and no circle of rooms', () => {
  expect(faultsIn(sources.flatMap(importsOf))).toEqual([])
})

it('every room has a door', () => {
  const paths = new Set(sources.map(({ path }) => path))
  const rooms = new Set([...paths].flatMap((path) => /^(?:server|web)\/src\/features\/[\w-]+\//.exec(path)?.[0] ?? []))
  expect(rooms.size).toBeGreaterThan(30)
  expect([...rooms].filter((room) => !paths.has(`${room}index.ts`))).toEqual([])
})

describe('what breaks a rule is told by file and rule', () => {
  const fault = (from: string, ...to: readonly string[]) => faultsIn(to.map((one) => ({ from, to: one })))

  it('upwards', () => {
    expect(fault('web/src/features/faq/faq-screen.tsx', 'web/src/portal/shell.tsx')).toEqual([
      'web/src/features/faq/faq-screen.tsx imports web/src/portal/shell.tsx: knowing goes one way, and features/ lies below portal/.',
    ])
    expect(fault('server/src/platform/files.ts', 'server/src/features/auth/index.ts')).toHaveLength(1)
    expect(fault('server/src/features/auth/index.ts', 'server/src/app.ts')).toHaveLength(1)
    expect(fault('web/src/ui/button.tsx', 'web/src/shell/me.tsx')).toHaveLength(1)
  })

  it('sideways', () => {
    expect(fault('web/src/ui/button.tsx', 'web/src/api/call.ts')).toEqual([
      'web/src/ui/button.tsx imports web/src/api/call.ts: ui/ and api/ lie side by side and do not know each other.',
    ])
    expect(fault('web/src/donor/page.tsx', 'web/src/portal/shell.tsx')).toHaveLength(1)
  })

  it('past a door', () => {
    expect(fault('server/src/features/review/review.routes.ts', 'server/src/features/donations/evaluate.ts')).toEqual([
      'server/src/features/review/review.routes.ts imports server/src/features/donations/evaluate.ts: the room donations is known by its door only, features/donations/index.ts.',
    ])
    expect(fault('web/src/portal/rooms.ts', 'web/src/features/faq/faq-screen.tsx')).toHaveLength(1)
    // An index.ts deeper inside is no door.
    expect(fault('web/src/portal/rooms.ts', 'web/src/features/faq/parts/index.ts')).toHaveLength(1)
    expect(fault('web/src/portal/rooms.ts', 'web/src/features/faq/index.ts')).toEqual([])
  })

  it('out of the package', () => {
    expect(fault('matching/src/merge.ts', '@twofold/contract')).toEqual([
      'matching/src/merge.ts imports @twofold/contract: matching may not know contract.',
    ])
    expect(fault('web/src/api/call.ts', 'server/src/config.ts', 'contract/src/route.ts')).toHaveLength(2)
  })

  it('for tests only', () => {
    expect(fault('server/src/start.ts', 'server/src/testing/calls.ts')).toEqual([
      'server/src/start.ts imports server/src/testing/calls.ts: what is for tests is known by tests only.',
    ])
    expect(fault('server/src/features/auth/auth.test.ts', 'server/src/features/members/roles.ts')).toEqual([])
  })

  it('in a circle', () => {
    const step = (a: string, b: string) => ({
      from: `web/src/features/${a}/${a}.ts`,
      to: `web/src/features/${b}/index.ts`,
    })
    expect(faultsIn([step('one', 'two'), step('two', 'three'), step('three', 'one'), step('four', 'one')])).toEqual([
      'Rooms stand in a circle: web/src/features/one/one.ts imports web/src/features/two/index.ts, ' +
        'web/src/features/two/two.ts imports web/src/features/three/index.ts, ' +
        'web/src/features/three/three.ts imports web/src/features/one/index.ts.',
    ])
  })
})

it('an import is found however it is written', () => {
  const text = `import type { A } from './a.ts'
import './b.css'
export * from '../c.ts'
export { d } from 'd'
const e = lazy(() => import('./e.tsx'))
// import { f } from './f.ts'
const g = "import h from './h.ts'"`
  const found = importsOf({ path: 'web/src/ui/x.tsx', text }).map(({ to }) => to)
  expect(found).toEqual(['web/src/ui/a.ts', 'web/src/ui/b.css', 'web/src/c.ts', 'd', 'web/src/ui/e.tsx'])
})
