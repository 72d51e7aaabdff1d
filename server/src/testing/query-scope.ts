import { isTrue, type Node, nodeIn, nodesIn, numberIn } from './query-tree.ts'

export type Catalogue = {
  /** `table.column` of columns that are NOT NULL. */
  readonly filled: ReadonlySet<string>
  readonly functions: ReadonlyMap<number, string>
  readonly operators: ReadonlyMap<number, string>
  /** Operators that never return true for null. */
  readonly strict: ReadonlySet<number>
  readonly ownFunctions: ReadonlyMap<number, string>
  readonly tables: ReadonlyMap<number, number>
}

/** `nullParameters`: positions of parameters that were or contained null, counted from 1. */
export type QueryContext = Catalogue & { readonly nullParameters: ReadonlySet<number> }

export type Scope = {
  readonly query: Node
  readonly around: Scope | null
  readonly held: ReadonlySet<string>
  /** Known nullable columns of a recursive part. */
  readonly recursive?: ReadonlyMap<string, readonly boolean[]>
}

export const resultColumnsOf = (query: Node): Node[] =>
  nodesIn(query, numberIn(query, 'commandType') === select ? 'targetList' : 'returningList').filter(
    (entry) => !isTrue(entry, 'resjunk'),
  )

const select = 1
const update = 2
const merge = 5

export function entryOf({ query }: Scope, place: number): Node {
  const entry = nodesIn(query, 'rtable')[place - 1]
  if (!entry) throw new Error(`a query without an entry ${place}`)
  return entry
}

/** `place.column`: a condition would not be true for null. */
export function findNotNullColumns(query: Node, { strict }: QueryContext): ReadonlySet<string> {
  const held = new Set<string>()
  const hold = (expression: Node | null): void => {
    const named = strip(expression)
    if (named?.type === 'VAR' && numberIn(named, 'varlevelsup') === 0) held.add(placeOf(named))
  }
  const assume = (condition: Node | null): void => {
    if (!condition) return
    const parts = nodesIn(condition, 'args')
    if (condition.type === 'BOOLEXPR' && condition.fields.get('boolop') === 'and') parts.forEach(assume)
    if (condition.type === 'NULLTEST' && numberIn(condition, 'nulltesttype') === 1) hold(nodeIn(condition, 'arg'))
    const isStrict = strict.has(numberIn(condition, 'opno'))
    if (condition.type === 'OPEXPR' && isStrict) parts.forEach(hold)
    if (condition.type === 'SCALARARRAYOPEXPR' && isStrict && isTrue(condition, 'useOr')) hold(parts[0] ?? null)
  }
  const enter = (join: Node | null): void => {
    if (join?.type === 'FROMEXPR') {
      nodesIn(join, 'fromlist').forEach(enter)
      assume(nodeIn(join, 'quals'))
    }
    if (join?.type !== 'JOINEXPR') return
    const kind = numberIn(join, 'jointype')
    if (kind === inner || kind === left) enter(nodeIn(join, 'larg'))
    if (kind === inner) {
      enter(nodeIn(join, 'rarg'))
      assume(nodeIn(join, 'quals'))
    }
  }
  if (numberIn(query, 'commandType') !== merge) enter(nodeIn(query, 'jointree'))
  if (numberIn(query, 'commandType') === update) {
    for (const set of nodesIn(query, 'targetList')) {
      held.delete(`${numberIn(query, 'resultRelation')}.${numberIn(set, 'resno')}`)
    }
  }
  return held
}

export const inner = 0
const left = 1

export const placeOf = (named: Node): string => `${numberIn(named, 'varno')}.${numberIn(named, 'varattno')}`

const wrappers = new Set([
  'RELABELTYPE',
  'COERCEVIAIO',
  'ARRAYCOERCEEXPR',
  'COERCETODOMAIN',
  'COLLATEEXPR',
  'NAMEDARGEXPR',
])

export function strip(expression: Node | null): Node | null {
  return expression && wrappers.has(expression.type) ? strip(nodeIn(expression, 'arg')) : expression
}

export function ancestorScope(scope: Scope, levels: number): Scope {
  if (levels === 0) return scope
  if (!scope.around) throw new Error('a query that refers to nothing around it')
  return ancestorScope(scope.around, levels - 1)
}
