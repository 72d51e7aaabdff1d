/**
 * The format of `pg_proc.prosqlbody`: nodes in braces, lists in parentheses. Only the first word of a field with
 * several words is kept.
 */
export type Tree = Node | readonly Tree[] | string | null
export type Node = { readonly type: string; readonly fields: ReadonlyMap<string, Tree> }

const token = /\s*([(){}]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}])+)/gy

export function readTree(text: string): Tree {
  const tokens = Array.from(text.matchAll(token), ([, word = '']) => word)
  let position = 0
  const readValue = (): Tree => {
    const word = tokens[position++] ?? ''
    if (word === '(') return readList()
    if (word === '{') return readNode()
    if (word === '<>') return null
    return word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word
  }
  const readList = (): Tree[] => {
    const items: Tree[] = []
    while (tokens[position] !== ')') items.push(readValue())
    position++
    return items
  }
  const readNode = (): Node => {
    const type = tokens[position++] ?? ''
    const fields = new Map<string, Tree>()
    while (tokens[position] !== '}') {
      const name = tokens[position++]?.slice(1) ?? ''
      fields.set(name, readValue())
      while (!tokens[position]?.startsWith(':') && tokens[position] !== '}') position++
    }
    position++
    return { type, fields }
  }
  return readValue()
}

export const isNode = (tree: Tree | undefined): tree is Node =>
  typeof tree === 'object' && tree !== null && 'fields' in tree

export function nodesIn(node: Node, field: string): readonly Node[] {
  const tree = node.fields.get(field)
  if (isNode(tree)) return [tree]
  return Array.isArray(tree) ? tree.flat(Number.POSITIVE_INFINITY).filter(isNode) : []
}

export const nodeIn = (node: Node, field: string): Node | null => nodesIn(node, field)[0] ?? null
export const numberIn = (node: Node, field: string): number => Number(node.fields.get(field) ?? 0)
export const isTrue = (node: Node, field: string): boolean => node.fields.get(field) === 'true'

/** Reads a set such as `(b 3 5)`. */
export function setIn(node: Node, field: string): readonly number[] {
  const tree = node.fields.get(field)
  return Array.isArray(tree) ? tree.slice(1).map(Number) : []
}
