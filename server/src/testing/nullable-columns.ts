import {
  neverNullFunctions,
  neverNullKinds,
  ourNeverNullSets,
  ourTotalFunctions,
  totalFunctions,
  totalOperators,
} from './never-null.ts'
import {
  ancestorScope,
  entryOf,
  findNotNullColumns,
  inner,
  placeOf,
  type QueryContext,
  resultColumnsOf,
  type Scope,
  strip,
} from './query-scope.ts'
import { isNode, isTrue, type Node, nodeIn, nodesIn, numberIn, setIn, type Tree } from './query-tree.ts'

/**
 * Returns all columns but constants, counts, NOT NULL columns that no outer join empties, and total functions of these.
 * Unchecked: no trigger empties a required column, array literals contain no null, and no date is infinite.
 */
export function nullableColumns(statement: Tree, catalogue: QueryContext): string[] {
  const query = firstNode(statement)
  if (!query) return []
  const nullable = columnsOf(query, null, catalogue)
  return resultColumnsOf(query).flatMap((entry, place) =>
    nullable[place] ? [String(entry.fields.get('resname'))] : [],
  )
}

function firstNode(tree: Tree): Node | null {
  if (isNode(tree)) return tree
  return Array.isArray(tree) ? (tree.map(firstNode).find((node) => node !== null) ?? null) : null
}

function columnsOf(query: Node, parent: Scope | null, catalogue: QueryContext): boolean[] {
  const branches = setOperationBranches(query)
  const scope: Scope = { query, parent, held: findNotNullColumns(query, catalogue) }
  if (branches.length > 0) {
    const all = branches.map((index) => {
      const subquery = nodeIn(entryOf(scope, index), 'subquery')
      return subquery ? columnsOf(subquery, scope, catalogue) : []
    })
    return (all[0] ?? []).map((_, column) => all.some((columns) => columns[column] ?? true))
  }
  return resultColumnsOf(query).map((entry) => mayBeNull(nodeIn(entry, 'expr'), scope, catalogue))
}

function setOperationBranches(query: Node): number[] {
  const leaves = (node: Node | null): number[] => {
    if (!node) return []
    if (node.type === 'RANGETBLREF') return [numberIn(node, 'rtindex')]
    return [...leaves(nodeIn(node, 'larg')), ...leaves(nodeIn(node, 'rarg'))]
  }
  return leaves(nodeIn(query, 'setOperations'))
}

function mayBeNull(expression: Node | null, scope: Scope, catalogue: QueryContext): boolean {
  const node = strip(expression)
  if (!node) return true
  const isNullable = (part: Node | null): boolean => mayBeNull(part, scope, catalogue)
  const parts = nodesIn(node, 'args')
  if (neverNullKinds.has(node.type)) return false
  switch (node.type) {
    case 'VAR':
      return columnMayBeNull(node, scope, catalogue)
    case 'CONST':
      return isTrue(node, 'constisnull')
    case 'PARAM':
      return catalogue.nullParameters.has(numberIn(node, 'paramid'))
    case 'FIELDSELECT': {
      const row = nodeIn(node, 'arg')
      const table = row ? catalogue.tables.get(numberIn(row, 'vartype')) : undefined
      return !catalogue.filled.has(`${table}.${numberIn(node, 'fieldnum')}`) || isNullable(row)
    }
    case 'BOOLEXPR':
      return parts.some(isNullable)
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return parts.every(isNullable)
    case 'CASEEXPR':
      return [...parts.map((when) => nodeIn(when, 'result')), nodeIn(node, 'defresult')].some(isNullable)
    case 'SCALARARRAYOPEXPR':
      return parts.some(isNullable) || holdsNull(parts[1] ?? null, isNullable)
    case 'OPEXPR': {
      const name = catalogue.operators.get(numberIn(node, 'opno')) ?? ''
      if (name === '#>>') return !isFullText(parts, catalogue) || parts.some((part) => isNullable(part))
      return !totalOperators.has(name) || parts.some(isNullable)
    }
    case 'FUNCEXPR': {
      const id = numberIn(node, 'funcid')
      const name = catalogue.functions.get(id) ?? ''
      if (name === 'unnest') return holdsNull(parts[0] ?? null, isNullable)
      const isTotal = totalFunctions.has(name) || ourTotalFunctions.has(catalogue.ownFunctions.get(id) ?? '')
      return !neverNullFunctions.has(name) && (!isTotal || parts.some(isNullable))
    }
    case 'AGGREF':
      return aggregateMayBeNull(node, scope, catalogue)
    case 'WINDOWFUNC': {
      const name = catalogue.functions.get(numberIn(node, 'winfnoid')) ?? ''
      if (['count', 'row_number', 'rank', 'dense_rank'].includes(name)) return false
      return (
        name !== 'sum' || !hasItsOwnRow(node, scope) || nodeIn(node, 'aggfilter') !== null || parts.some(isNullable)
      )
    }
    case 'SUBLINK':
      return subqueryMayBeNull(node, scope, catalogue)
    default:
      return true
  }
}

/** Only parameters and array literals are known to contain no null. */
function holdsNull(array: Node | null, isNullable: (part: Node) => boolean): boolean {
  const node = strip(array)
  if (node?.type === 'ARRAYEXPR') return nodesIn(node, 'elements').some(isNullable)
  return node?.type === 'PARAM' ? isNullable(node) : node?.type !== 'CONST'
}

function hasItsOwnRow(node: Node, { query }: Scope): boolean {
  const window = nodesIn(query, 'windowClause').find((one) => numberIn(one, 'winref') === numberIn(node, 'winref'))
  return window !== undefined && numberIn(window, 'frameOptions') % 2 === 0
}

const bytesOfEmptyArray = 16

/** `to_json(…) #>> '{}'` is null only for null. With a path, it would be null for a missing value. */
function isFullText([json, path]: readonly Node[], { functions }: QueryContext): boolean {
  const isJson = json?.type === 'FUNCEXPR' && functions.get(numberIn(json, 'funcid')) === 'to_json'
  return isJson && path?.type === 'CONST' && numberIn(path, 'constvalue') === bytesOfEmptyArray
}

function columnMayBeNull(variable: Node, scope: Scope, catalogue: QueryContext): boolean {
  const ancestor = ancestorScope(scope, numberIn(variable, 'varlevelsup'))
  const column = numberIn(variable, 'varattno')
  if (numberIn(variable, 'varreturningtype') !== 0) return true
  if (ancestor.held.has(placeOf(variable))) return false
  if (setIn(variable, 'varnullingrels').length > 0) return true
  const entry = entryOf(ancestor, numberIn(variable, 'varno'))
  switch (numberIn(entry, 'rtekind')) {
    case entries.relation:
      return column > 0 && !catalogue.filled.has(`${numberIn(entry, 'relid')}.${column}`)
    case entries.subquery: {
      const subquery = nodeIn(entry, 'subquery')
      return subquery ? (columnsOf(subquery, ancestor, catalogue)[column - 1] ?? true) : true
    }
    case entries.join:
      // An outer join does not reveal the side of a column.
      return (
        numberIn(entry, 'jointype') !== inner ||
        mayBeNull(nodesIn(entry, 'joinaliasvars')[column - 1] ?? null, ancestor, catalogue)
      )
    case entries.group:
      return (
        nodesIn(ancestor.query, 'groupingSets').length > 0 ||
        mayBeNull(nodesIn(entry, 'groupexprs')[column - 1] ?? null, ancestor, catalogue)
      )
    case entries.function:
      return functionMayBeNull(entry, column, ancestor, catalogue)
    case entries.values: {
      const rows = entry.fields.get('values_lists')
      return !Array.isArray(rows) || rows.some((row) => mayBeNull(cellOf(row, column), ancestor, catalogue))
    }
    case entries.cte:
      return cteMayBeNull(entry, column, ancestor, catalogue)
    default:
      return true
  }
}

const entries = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 } as const

function functionMayBeNull(entry: Node, column: number, scope: Scope, catalogue: QueryContext): boolean {
  const called = nodeIn(nodesIn(entry, 'functions')[0] ?? entry, 'funcexpr')
  if (
    called?.type === 'FUNCEXPR' &&
    ourNeverNullSets.has(catalogue.ownFunctions.get(numberIn(called, 'funcid')) ?? '')
  ) {
    return false
  }
  return column > 1 || isTrue(entry, 'funcordinality') || mayBeNull(called, scope, catalogue)
}

function cellOf(row: Tree, column: number): Node | null {
  const cell = Array.isArray(row) ? row[column - 1] : null
  return isNode(cell) ? cell : null
}

function cteMayBeNull(entry: Node, column: number, scope: Scope, catalogue: QueryContext): boolean {
  const ancestor = ancestorScope(scope, numberIn(entry, 'ctelevelsup'))
  const name = String(entry.fields.get('ctename'))
  if (isTrue(entry, 'self_reference')) return ancestor.recursive?.get(name)?.[column - 1] ?? true
  const commonTable = nodesIn(ancestor.query, 'cteList').find((cte) => cte.fields.get('ctename') === name)
  const query = commonTable && nodeIn(commonTable, 'ctequery')
  if (!query) return true
  if (!isTrue(commonTable, 'cterecursive')) return columnsOf(query, ancestor, catalogue)[column - 1] ?? true
  return recursiveColumns(name, { query, own: ancestor, catalogue })[column - 1] ?? true
}

/** Assumes that no column is null, and repeats until no more nullable ones are found. */
function recursiveColumns(name: string, { query, own, catalogue }: RecursiveQuery): readonly boolean[] {
  let nullable: readonly boolean[] = resultColumnsOf(query).map(() => false)
  for (;;) {
    const nextNullable = columnsOf(query, { ...own, recursive: new Map([[name, nullable]]) }, catalogue)
    if (nextNullable.every((isNullable, column) => isNullable === nullable[column])) return nextNullable
    nullable = nextNullable
  }
}

type RecursiveQuery = { readonly query: Node; readonly own: Scope; readonly catalogue: QueryContext }

const groupAggregates = new Set(['sum', 'max', 'min', 'avg', 'bool_or', 'bool_and', 'string_agg', 'mode'])
const neverNullAggregates = new Set(['array_agg', 'json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg'])

/** An aggregate without groups may have no input rows. */
function aggregateMayBeNull(node: Node, scope: Scope, catalogue: QueryContext): boolean {
  const name = catalogue.functions.get(numberIn(node, 'aggfnoid')) ?? ''
  if (name === 'count') return false
  const own = ancestorScope(scope, numberIn(node, 'agglevelsup'))
  const isGrouped = nodesIn(own.query, 'groupClause').length > 0 && nodesIn(own.query, 'groupingSets').length === 0
  if (!isGrouped || nodeIn(node, 'aggfilter')) return true
  if (neverNullAggregates.has(name)) return false
  const [first] = nodesIn(node, 'args')
  return !groupAggregates.has(name) || !first || mayBeNull(nodeIn(first, 'expr'), scope, catalogue)
}

const links = { exists: 0, expression: 4, array: 6 } as const

function subqueryMayBeNull(node: Node, scope: Scope, catalogue: QueryContext): boolean {
  const kind = numberIn(node, 'subLinkType')
  if (kind === links.exists || kind === links.array) return false
  const query = nodeIn(node, 'subselect')
  if (kind !== links.expression || !query) return true
  // Always one row: an aggregate over everything.
  const isOneRow =
    isTrue(query, 'hasAggs') &&
    !isTrue(query, 'hasTargetSRFs') &&
    nodesIn(query, 'groupClause').length === 0 &&
    nodeIn(query, 'havingQual') === null &&
    nodeIn(query, 'limitOffset') === null &&
    nodeIn(query, 'limitCount') === null
  return !isOneRow || (columnsOf(query, scope, catalogue)[0] ?? true)
}
