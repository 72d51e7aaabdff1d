import type { Import } from './sources.ts'

// Import rules (ARCHITECTURE.md): imports point one way, a feature is imported through its index.ts, and features have no cycles.

/** The packages that each package may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  matching: [],
  contract: ['matching'],
  server: ['matching', 'contract'],
  web: ['matching', 'contract'],
  widget: ['matching', 'contract'],
}

/** Layers by package, lowest first: a layer may import itself and those before it. `''` holds the files outside any folder. */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [['platform'], ['features'], ['']],
  web: [['ui', 'api'], ['shared'], ['features'], ['app', 'donor'], ['']],
}

/** Areas of features, lowest first, in server and web alike: an area may import itself and those before it. */
const areas: readonly string[] = [
  'core',
  'email',
  'accounts',
  'matches',
  'donations',
  'directory',
  'money',
  'forms',
  'public',
  'lifecycle',
  'demo',
]

/** Everything may import these: settings are read in one place. */
const isOpenToAll = (path: string): boolean => /^server\/src\/(config|setting-formats)\.ts$/.test(path)

/** Tests and their helpers may import any file, and so may the script that writes `schema.sql`. */
export const isTest = (path: string): boolean =>
  /\.(test|testing)\.tsx?$|^server\/src\/(?:testing|tests)\/|\/dump-schema\.ts$/.test(path)

type Location = {
  readonly package: string
  readonly layer: string
  readonly area: string | null
  /** `area/feature`; null outside features. */
  readonly feature: string | null
  readonly isIndex: boolean
}

/** The location of a file; null for imports from outside the project. */
function locationOf(path: string): Location | null {
  const workspace = /^@twofold\/(\w+)$/.exec(path)?.[1]
  if (workspace) return { package: workspace, layer: '', area: null, feature: null, isIndex: true }
  const [name = '', src, first = '', ...rest] = path.split('/')
  if (!(name in packages) || src !== 'src') return null
  const layer = rest.length === 0 ? '' : first
  if (layer !== 'features') return { package: name, layer, area: null, feature: null, isIndex: false }
  const [area = '', feature = '', ...inside] = rest
  // A bundler includes every import of an index.ts in the first screen. A feature with much behind its index exports its screens
  // from routes.ts.
  const indexes = name === 'web' ? ['index.ts', 'routes.ts', 'public-routes.ts'] : ['index.ts']
  return {
    package: name,
    layer,
    area,
    feature: `${area}/${feature}`,
    isIndex: inside.length === 1 && indexes.includes(inside[0] ?? ''),
  }
}

/** A sentence for each import that breaks a rule, and one for each cycle of features. */
export function violationsIn(imports: readonly Import[]): string[] {
  return [...imports.flatMap(violationsOf), ...cyclesIn(imports)]
}

function violationsOf({ from, to }: Import): string[] {
  const [a, b] = [locationOf(from), locationOf(to)]
  if (!a || !b || isTest(from) || (a.package === b.package && isOpenToAll(to))) return []
  const subject = `${from} imports ${to}:`
  if (isTest(to)) return [`${subject} only tests import test helpers.`]
  if (a.package !== b.package) {
    if (!packages[a.package]?.includes(b.package)) return [`${subject} ${a.package} may not import ${b.package}.`]
    return to.startsWith('@') ? [] : [`${subject} import another package by its name, @twofold/${b.package}.`]
  }
  const order = layers[a.package]
  if (!order) return []
  const [importerHeight, importedHeight] = [heightOf(order, a.layer), heightOf(order, b.layer)]
  if (importedHeight > importerHeight) return [`${subject} ${nameOf(a)} is a lower layer than ${nameOf(b)}.`]
  if (importedHeight === importerHeight && a.layer !== b.layer && !(a.layer === 'app' && isIndexOf(to, 'donor')))
    return [`${subject} ${nameOf(a)} and ${nameOf(b)} are parallel layers.`]
  if (a.area !== null && b.area !== null && areaHeightOf(b.area) > areaHeightOf(a.area))
    return [`${subject} the area ${a.area} is lower than ${b.area}.`]
  if (b.feature !== null && a.feature !== b.feature && !b.isIndex)
    return [`${subject} import the feature through features/${b.feature}/index.ts.`]
  return []
}

const isIndexOf = (path: string, layer: string): boolean => path === `web/src/${layer}/index.ts`

function heightOf(order: readonly (readonly string[])[], layer: string): number {
  const height = order.findIndex((names) => names.includes(layer))
  if (height === -1) throw new Error(`structure/layers.ts has no layer ${layer}: add it.`)
  return height
}

function areaHeightOf(area: string): number {
  const height = areas.indexOf(area)
  if (height === -1) throw new Error(`structure/layers.ts has no area ${area}: add it.`)
  return height
}

const nameOf = ({ layer }: Location): string => (layer === '' ? 'the top' : `${layer}/`)

/** Feature → the features that it imports, with one import as an example. Tests are not counted. */
function importsByFeatureOf(imports: readonly Import[]): Map<string, Map<string, Import>> {
  const importsByFeature = new Map<string, Map<string, Import>>()
  for (const entry of imports) {
    const [a, b] = [locationOf(entry.from), locationOf(entry.to)]
    if (!a?.feature || !b?.feature || a.feature === b.feature || a.package !== b.package || isTest(entry.from)) continue
    const features = importsByFeature.get(`${a.package} ${a.feature}`) ?? new Map<string, Import>()
    features.set(`${b.package} ${b.feature}`, features.get(`${b.package} ${b.feature}`) ?? entry)
    importsByFeature.set(`${a.package} ${a.feature}`, features)
  }
  return importsByFeature
}

/** The longest chain of features that import each other. Call it only for features without cycles. */
export function longestChainIn(imports: readonly Import[]): string[] {
  const importsByFeature = importsByFeatureOf(imports)
  const chains = new Map<string, string[]>()
  const longest = (found: readonly string[][]): string[] => found.toSorted((a, b) => b.length - a.length)[0] ?? []
  const chainFrom = (feature: string): string[] => {
    const known = chains.get(feature)
    if (known) return known
    const chain = [feature, ...longest([...(importsByFeature.get(feature)?.keys() ?? [])].map(chainFrom))]
    chains.set(feature, chain)
    return chain
  }
  return longest([...importsByFeature.keys()].map(chainFrom))
}

/** Features that import each other, directly or through others. */
function cyclesIn(imports: readonly Import[]): string[] {
  const importsByFeature = importsByFeatureOf(imports)
  const reported = new Set<string>()
  return [...importsByFeature.keys()].flatMap((start) => {
    const cycle = shortestCycle(importsByFeature, start)
    const name = cycle
      .map(({ from }) => locationOf(from)?.feature)
      .sort()
      .join()
    if (cycle.length === 0 || reported.has(name)) return []
    reported.add(name)
    return [`Features form a cycle: ${cycle.map(({ from, to }) => `${from} imports ${to}`).join(', ')}.`]
  })
}

/** The imports that lead from a feature back to itself; empty when there is no such path. */
function shortestCycle(importsByFeature: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Import[] {
  const paths = new Map<string, Import[]>([[start, []]])
  for (const [feature, path] of paths) {
    for (const [next, step] of importsByFeature.get(feature) ?? []) {
      if (next === start) return [...path, step]
      if (!paths.has(next)) paths.set(next, [...path, step])
    }
  }
  return []
}
