import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

const root = new URL('../../../', import.meta.url)

export type Template = { readonly where: string; readonly texts: readonly string[] }

export const listTemplates = (): Template[] =>
  globSync('server/src/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('.test.') && !path.startsWith('server/src/testing/'))
    .flatMap((path) => templatesIn(path, readFileSync(new URL(path, root), 'utf8')))

export function templatesIn(path: string, source: string): Template[] {
  const templates: Template[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      const called = tag.type === 'CallExpression' ? tag.callee : tag
      const name = called.type === 'MemberExpression' ? called.object : called
      if (name.type !== 'Identifier' || name.name !== 'sql') return
      const line = source.slice(0, start).split('\n').length
      templates.push({ where: `${path}:${line}`, texts: quasi.quasis.map(({ value }) => value.cooked ?? '') })
    },
  }).visit(parseSync(path, source).program)
  return templates
}
