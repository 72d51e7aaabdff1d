import { parseSync } from 'rolldown/utils'
import type { Source } from './sources.ts'
import { pathOf } from './sources.ts'

// Finds unused exports: names that no other file imports and that their own file uses only once. An export that its
// file uses elsewhere is allowed, such as the return type of a function.

type Use = { readonly path: string; readonly name: string }

/** Returns a sentence for each export that no other file uses. External tools read the `entries`. */
export function unusedExports(sources: readonly Source[], isEntry: (path: string) => boolean): string[] {
  const modules = sources.map((source) => ({ ...source, ...namesOf(source) }))
  const used = new Set(modules.flatMap(({ uses }) => uses.map(({ path, name }) => `${path} ${name}`)))
  const isUsed = (path: string, name: string): boolean => used.has(`${path} ${name}`) || used.has(`${path} *`)
  return modules
    .filter(({ path }) => !isEntry(path))
    .flatMap(({ path, text, exported }) =>
      exported
        .filter((name) => !isUsed(path, name) && countOf(name, text) < 2)
        .map((name) => `${path} exports ${name}, which no other file imports.`),
    )
}

const countOf = (word: string, text: string): number => text.split(/[^\w$]+/).filter((part) => part === word).length

/** Our packages with a custom entry in the exports of their package.json. */
const packageEntries: Readonly<Record<string, string>> = { '@twofold/server/testing': 'server/src/testing/index.ts' }
const resolveImport = (from: string, to: string): string => packageEntries[to] ?? pathOf(from, to)

function namesOf({ path, text }: Source): { exported: string[]; uses: Use[] } {
  const { module } = parseSync(path, text)
  const exported: string[] = []
  const uses: Use[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName } of entries) {
      const name =
        importName.kind === 'Name' ? (importName.name ?? '') : importName.kind === 'Default' ? 'default' : '*'
      uses.push({ path: resolveImport(path, moduleRequest.value), name })
    }
  }
  for (const { entries } of module.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      if (exportName.kind === 'Name') exported.push(exportName.name ?? '')
      if (exportName.kind === 'Default') exported.push('default')
      if (!moduleRequest) continue
      uses.push({
        path: resolveImport(path, moduleRequest.value),
        name: importName.kind === 'Name' ? (importName.name ?? '') : '*',
      })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
    if (specifier !== undefined) uses.push({ path: resolveImport(path, specifier), name: '*' })
  }
  return { exported, uses }
}
