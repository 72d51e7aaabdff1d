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
  readonly parent: Scope | null
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

export function entryOf({ query }: Scope, index: number): Node {
  const entry = nodesIn(query, 'rtable')[index - 1]
  if (!entry) throw new Error(`a query without an entry ${index}`)
  return entry
}

/** `index.column`: a condition would not be true for null. */
export function findNotNullColumns(query: Node, { strict }: QueryContext): ReadonlySet<string> {
  const notNull = new Set<string>()
  const addColumn = (expression: Node | null): void => {
    const variable = strip(expression)
    if (variable?.type === 'VAR' && numberIn(variable, 'varlevelsup') === 0) notNull.add(placeOf(variable))
  }
  const addCondition = (condition: Node | null): void => {
    if (!condition) return
    const parts = nodesIn(condition, 'args')
    if (condition.type === 'BOOLEXPR' && condition.fields.get('boolop') === 'and') parts.forEach(addCondition)
    if (condition.type === 'NULLTEST' && numberIn(condition, 'nulltesttype') === 1) addColumn(nodeIn(condition, 'arg'))
    const isStrict = strict.has(numberIn(condition, 'opno'))
    if (condition.type === 'OPEXPR' && isStrict) parts.forEach(addColumn)
    if (condition.type === 'SCALARARRAYOPEXPR' && isStrict && isTrue(condition, 'useOr')) addColumn(parts[0] ?? null)
  }
  const addJoin = (join: Node | null): void => {
    if (join?.type === 'FROMEXPR') {
      nodesIn(join, 'fromlist').forEach(addJoin)
      addCondition(nodeIn(join, 'quals'))
    }
    if (join?.type !== 'JOINEXPR') return
    const kind = numberIn(join, 'jointype')
    if (kind === inner || kind === left) addJoin(nodeIn(join, 'larg'))
    if (kind === inner) {
      addJoin(nodeIn(join, 'rarg'))
      addCondition(nodeIn(join, 'quals'))
    }
  }
  if (numberIn(query, 'commandType') !== merge) addJoin(nodeIn(query, 'jointree'))
  if (numberIn(query, 'commandType') === update) {
    for (const set of nodesIn(query, 'targetList')) {
      notNull.delete(`${numberIn(query, 'resultRelation')}.${numberIn(set, 'resno')}`)
    }
  }
  return notNull
}

export const inner = 0
const left = 1

export const placeOf = (variable: Node): string => `${numberIn(variable, 'varno')}.${numberIn(variable, 'varattno')}`

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
  if (!scope.parent) throw new Error('a query that refers to nothing around it')
  return ancestorScope(scope.parent, levels - 1)
}
