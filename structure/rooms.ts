import type { Import } from './sources.ts'

// Who may know whom (ARCHITECTURE.md). Knowing goes one way; a room is known by its door; rooms stand in no circle.

/** What each package may know of the others. */
const packages: Readonly<Record<string, readonly string[]>> = {
  matching: [],
  contract: ['matching'],
  server: ['matching', 'contract'],
  web: ['matching', 'contract'],
  widget: ['matching', 'contract'],
}

/** From the lowest up, by package: a layer may know itself and those before it. `''` is what lies in no folder. */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [['platform'], ['features'], ['']],
  web: [['ui', 'api'], ['shell'], ['features'], ['portal', 'donor'], ['']],
}

/** Known by all: settings are read in one place, and tests have helpers of their own. */
const isOpenToAll = (path: string): boolean => /^server\/src\/(config|setting-formats)\.ts$/.test(path)

/** Tests and what serves them may reach into what they try, and so may the verb that writes `schema.sql`. */
export const isTest = (path: string): boolean =>
  /\.(test|testing)\.tsx?$|^server\/src\/testing\/|\/dump-schema\.ts$/.test(path)

type Place = {
  readonly package: string
  readonly layer: string
  readonly room: string | null
  readonly isDoor: boolean
}

/** Where a file lies; null for what is none of ours. */
function placeOf(path: string): Place | null {
  const workspace = /^@twofold\/(\w+)$/.exec(path)?.[1]
  if (workspace) return { package: workspace, layer: '', room: null, isDoor: true }
  const [name = '', src, first = '', second = '', ...rest] = path.split('/')
  if (!(name in packages) || src !== 'src') return null
  const layer = second === '' ? '' : first
  const room = layer === 'features' ? second : null
  // A room of the web whose door leads to much gives its screens by one of their own: what the door leads to would come with
  // the first screen, since a bundler follows every import of it.
  const doors = name === 'web' ? ['index.ts', 'routes.ts', 'public-routes.ts'] : ['index.ts']
  return { package: name, layer, room, isDoor: rest.length === 1 && doors.includes(rest[0] ?? '') }
}

/** A sentence for each import that breaks a rule, and one for each circle of rooms. */
export function faultsIn(imports: readonly Import[]): string[] {
  return [...imports.flatMap(faultOf), ...circlesIn(imports)]
}

function faultOf({ from, to }: Import): string[] {
  const [a, b] = [placeOf(from), placeOf(to)]
  if (!a || !b || isTest(from) || (a.package === b.package && isOpenToAll(to))) return []
  const says = `${from} imports ${to}:`
  if (isTest(to)) return [`${says} what is for tests is known by tests only.`]
  if (a.package !== b.package) {
    if (!packages[a.package]?.includes(b.package)) return [`${says} ${a.package} may not know ${b.package}.`]
    return to.startsWith('@') ? [] : [`${says} another package is known by its name, @twofold/${b.package}.`]
  }
  const order = layers[a.package]
  if (!order) return []
  const [here, there] = [heightOf(order, a.layer), heightOf(order, b.layer)]
  if (there > here) return [`${says} knowing goes one way, and ${nameOf(a)} lies below ${nameOf(b)}.`]
  if (there === here && a.layer !== b.layer && !(a.layer === 'portal' && b.isDoor === false && isDoorOf(to, 'donor')))
    return [`${says} ${nameOf(a)} and ${nameOf(b)} lie side by side and do not know each other.`]
  if (b.room !== null && a.room !== b.room && !b.isDoor)
    return [`${says} the room ${b.room} is known by its door only, features/${b.room}/index.ts.`]
  return []
}

const isDoorOf = (path: string, layer: string): boolean => path === `web/src/${layer}/index.ts`

function heightOf(order: readonly (readonly string[])[], layer: string): number {
  const height = order.findIndex((names) => names.includes(layer))
  if (height === -1) throw new Error(`structure/rooms.ts does not know the folder ${layer}: say where it stands.`)
  return height
}

const nameOf = ({ layer }: Place): string => (layer === '' ? 'the top' : `${layer}/`)

/** Rooms that know each other, however long the way around: each is known by all of its circle only as one. */
function circlesIn(imports: readonly Import[]): string[] {
  const known = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [a, b] = [placeOf(one.from), placeOf(one.to)]
    if (!a?.room || !b?.room || a.room === b.room || a.package !== b.package || isTest(one.from)) continue
    const rooms = known.get(`${a.package} ${a.room}`) ?? new Map<string, Import>()
    rooms.set(`${b.package} ${b.room}`, rooms.get(`${b.package} ${b.room}`) ?? one)
    known.set(`${a.package} ${a.room}`, rooms)
  }
  const said = new Set<string>()
  return [...known.keys()].flatMap((start) => {
    const circle = shortestCircle(known, start)
    const name = circle
      .map(({ from }) => placeOf(from)?.room)
      .sort()
      .join()
    if (circle.length === 0 || said.has(name)) return []
    said.add(name)
    return [`Rooms stand in a circle: ${circle.map(({ from, to }) => `${from} imports ${to}`).join(', ')}.`]
  })
}

/** The imports that lead from a room back to itself; none when there is no way. */
function shortestCircle(known: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Import[] {
  const ways = new Map<string, Import[]>([[start, []]])
  for (const [room, way] of ways) {
    for (const [next, step] of known.get(room) ?? []) {
      if (next === start) return [...way, step]
      if (!ways.has(next)) ways.set(next, [...way, step])
    }
  }
  return []
}
