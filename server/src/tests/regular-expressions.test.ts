import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const sources = ['server/src', 'contract/src', 'matching/src', 'web/src', 'widget/src', 'scripts'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,mts,mjs}`, { cwd: root }).filter((path) => !path.includes('.test.')),
)

type FoundExpression = { readonly where: string; readonly source: string; readonly flags: string }

/** Constants are replaced by a letter. `dynamicExpressions` could not be parsed. */
function expressionsIn(path: string): { literals: FoundExpression[]; dynamicExpressions: string[] } {
  const text = readFileSync(new URL(path, root), 'utf8')
  const literals: FoundExpression[] = []
  const dynamicExpressions: string[] = []
  const lineOf = (at: number) => `${path}:${text.slice(0, at).split('\n').length}`
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      literals.push({ where: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression({ callee, start, arguments: [pattern, flags] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      const isWritten = pattern?.type === 'TemplateLiteral' && (!flags || flags.type === 'Literal')
      if (!isWritten) dynamicExpressions.push(lineOf(start))
      else {
        const source = pattern.quasis.map(({ value }) => value.cooked ?? '').join('n')
        literals.push({ where: lineOf(start), source, flags: flags?.type === 'Literal' ? String(flags.value) : '' })
      }
    },
  }).visit(parseSync(path, text).program)
  return { literals, dynamicExpressions }
}

/** Superlinear in any context; '' if there is none. */
function slowPartOf({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>): string {
  const { reports } = analyse({ source, flags }, { maxReports: 1 })
  return reports.map(({ type, character }) => `${type}: ${character.literal.source} again and again`).join()
}

const perFile = sources.map(expressionsIn)

test('no regular expression of the product takes more than linear time on any input', () => {
  const literals = perFile.flatMap((file) => file.literals)
  expect(literals.length).toBeGreaterThan(400)
  const slowExpressions = literals.flatMap((expression) =>
    slowPartOf(expression) ? [`${expression.where} /${expression.source}/ ${slowPartOf(expression)}`] : [],
  )
  expect(slowExpressions).toEqual([])
})

test('regular expressions are literals, so that the previous test covers all of them', () => {
  expect(perFile.flatMap((file) => file.dynamicExpressions)).toEqual([])
})

test.each([/\s+$/, /\(([^)]*)\)/, /<[^>]*>/g, /^(a+)+$/, /^\d*\d*x/, /^_+|_+$/g])('detects %s', (slow) => {
  expect(slowPartOf(slow)).not.toBe('')
})
