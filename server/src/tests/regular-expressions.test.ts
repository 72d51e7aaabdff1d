import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const sources = ['server/src', 'contract/src', 'matching/src', 'web/src', 'widget/src', 'scripts'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,mts,mjs}`, { cwd: root }).filter((path) => !path.includes('.test.')),
)

type Found = { readonly where: string; readonly source: string; readonly flags: string }

/** Constants are replaced by a letter. `unseen` could not be parsed. */
function expressionsIn(path: string): { literals: Found[]; unseen: string[] } {
  const text = readFileSync(new URL(path, root), 'utf8')
  const literals: Found[] = []
  const unseen: string[] = []
  const lineOf = (at: number) => `${path}:${text.slice(0, at).split('\n').length}`
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      literals.push({ where: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression({ callee, start, arguments: [pattern, flags] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      const isWritten = pattern?.type === 'TemplateLiteral' && (!flags || flags.type === 'Literal')
      if (!isWritten) unseen.push(lineOf(start))
      else {
        const source = pattern.quasis.map(({ value }) => value.cooked ?? '').join('n')
        literals.push({ where: lineOf(start), source, flags: flags?.type === 'Literal' ? String(flags.value) : '' })
      }
    },
  }).visit(parseSync(path, text).program)
  return { literals, unseen }
}

/** Superlinear in any context; '' if there is none. */
function slowPartOf({ source, flags }: Pick<Found, 'source' | 'flags'>): string {
  const { reports } = analyse({ source, flags }, { maxReports: 1 })
  return reports.map(({ type, character }) => `${type}: ${character.literal.source} again and again`).join()
}

const found = sources.map(expressionsIn)

test('no regular expression of the product takes more than linear time on any input', () => {
  const literals = found.flatMap((file) => file.literals)
  expect(literals.length).toBeGreaterThan(400)
  const slow = literals.flatMap((one) => (slowPartOf(one) ? [`${one.where} /${one.source}/ ${slowPartOf(one)}`] : []))
  expect(slow).toEqual([])
})

test('regular expressions are literals, so that the previous test covers all of them', () => {
  expect(found.flatMap((file) => file.unseen)).toEqual([])
})

test.each([/\s+$/, /\(([^)]*)\)/, /<[^>]*>/g, /^(a+)+$/, /^\d*\d*x/, /^_+|_+$/g])('detects %s', (slow) => {
  expect(slowPartOf(slow)).not.toBe('')
})
