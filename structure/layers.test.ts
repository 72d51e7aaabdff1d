import { describe, expect, it } from 'vitest'
import { longestChainIn, violationsIn } from './layers.ts'
import { importsOf, readSources } from './sources.ts'

const sources = readSources('matching/src', 'contract/src', 'server/src', 'web/src', 'widget/src')
const imports = sources.flatMap(importsOf)

it('imports follow packages, layers, areas and indexes, and no features form a cycle', () => {
  expect(violationsIn(imports)).toEqual([])
})

it('a chain of features has at most six imports', () => {
  const chain = longestChainIn(imports)
  expect(chain.length - 1, chain.join(' imports ')).toBeLessThanOrEqual(6)
})

it('every feature has an index.ts, or in the web one for its screens', () => {
  const paths = new Set(sources.map(({ path }) => path))
  const features = new Set(
    [...paths].flatMap((path) => /^(?:server|web)\/src\/features\/[\w-]+\/[\w-]+\//.exec(path)?.[0] ?? []),
  )
  expect(features.size).toBeGreaterThan(30)
  const indexes = ['index.ts', 'routes.ts', 'public-routes.ts']
  expect([...features].filter((feature) => !indexes.some((name) => paths.has(`${feature}${name}`)))).toEqual([])
})

describe('a broken rule is reported with its file', () => {
  const violations = (from: string, ...to: readonly string[]) => violationsIn(to.map((one) => ({ from, to: one })))

  it('reports an import of a higher layer', () => {
    expect(violations('web/src/features/public/faq/faq-screen.tsx', 'web/src/app/shell.tsx')).toEqual([
      'web/src/features/public/faq/faq-screen.tsx imports web/src/app/shell.tsx: features/ is a lower layer than app/.',
    ])
    expect(violations('server/src/platform/files/files.ts', 'server/src/features/accounts/auth/index.ts')).toHaveLength(
      1,
    )
    expect(violations('server/src/features/accounts/auth/index.ts', 'server/src/app.ts')).toHaveLength(1)
    expect(violations('web/src/ui/button.tsx', 'web/src/shared/me.tsx')).toHaveLength(1)
  })

  it('reports an import of a parallel layer', () => {
    expect(violations('web/src/ui/button.tsx', 'web/src/api/client.ts')).toEqual([
      'web/src/ui/button.tsx imports web/src/api/client.ts: ui/ and api/ are parallel layers.',
    ])
    expect(violations('web/src/donor/page.tsx', 'web/src/app/shell.tsx')).toHaveLength(1)
  })

  it('reports an import of a higher area', () => {
    expect(
      violations('server/src/features/email/templates/edit.ts', 'server/src/features/money/billing/index.ts'),
    ).toEqual([
      'server/src/features/email/templates/edit.ts imports server/src/features/money/billing/index.ts: ' +
        'the area email is lower than money.',
    ])
    expect(
      violations('server/src/features/money/billing/bill.ts', 'server/src/features/email/templates/index.ts'),
    ).toEqual([])
  })

  it('reports an import that does not go through the index', () => {
    expect(
      violations('server/src/features/money/payouts/pay.ts', 'server/src/features/donations/donations/evaluate.ts'),
    ).toEqual([
      'server/src/features/money/payouts/pay.ts imports server/src/features/donations/donations/evaluate.ts: ' +
        'import the feature through features/donations/donations/index.ts.',
    ])
    expect(violations('web/src/app/features.ts', 'web/src/features/public/faq/faq-screen.tsx')).toHaveLength(1)
    // An index.ts further inside is not the feature's.
    expect(violations('web/src/app/features.ts', 'web/src/features/public/faq/parts/index.ts')).toHaveLength(1)
    expect(violations('web/src/app/features.ts', 'web/src/features/public/faq/index.ts')).toEqual([])
  })

  it('reports an import of a package that may not be imported', () => {
    expect(violations('matching/src/evaluation/merge.ts', '@twofold/contract')).toEqual([
      'matching/src/evaluation/merge.ts imports @twofold/contract: matching may not import contract.',
    ])
    expect(violations('web/src/api/client.ts', 'server/src/config.ts', 'contract/src/shared/route.ts')).toHaveLength(2)
  })

  it('reports a test helper in product code', () => {
    expect(violations('server/src/start.ts', 'server/src/testing/calls.ts')).toEqual([
      'server/src/start.ts imports server/src/testing/calls.ts: only tests import test helpers.',
    ])
    expect(
      violations('server/src/features/accounts/auth/auth.test.ts', 'server/src/features/accounts/members/roles.ts'),
    ).toEqual([])
  })

  it('reports a cycle of features', () => {
    const step = (a: string, b: string) => ({
      from: `web/src/features/core/${a}/${a}.ts`,
      to: `web/src/features/core/${b}/index.ts`,
    })
    expect(violationsIn([step('one', 'two'), step('two', 'three'), step('three', 'one'), step('four', 'one')])).toEqual(
      [
        'Features form a cycle: web/src/features/core/one/one.ts imports web/src/features/core/two/index.ts, ' +
          'web/src/features/core/two/two.ts imports web/src/features/core/three/index.ts, ' +
          'web/src/features/core/three/three.ts imports web/src/features/core/one/index.ts.',
      ],
    )
  })
})

it('finds every form of import', () => {
  const text = `import type { A } from './a.ts'
import './b.css'
export * from '../c.ts'
export { d } from 'd'
const e = lazy(() => import('./e.tsx'))
// import { f } from './f.ts'
const g = "import h from './h.ts'"`
  const importedPaths = importsOf({ path: 'web/src/ui/x.tsx', text }).map(({ to }) => to)
  expect(importedPaths).toEqual(['web/src/ui/a.ts', 'web/src/ui/b.css', 'web/src/c.ts', 'd', 'web/src/ui/e.tsx'])
})
