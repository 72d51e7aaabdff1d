import { parseSync } from 'rolldown/utils'
import type { Source } from './sources.ts'
import { pathOf } from './sources.ts'

// What is exported and named nowhere is dead: in no other file, and in its own only where it is declared. That a file names
// what it exports is no fault, as with the type of what a function answers.

type Use = { readonly path: string; readonly name: string }

/** A sentence for each export that no other file names. `entries` are read by others than our files. */
export function unusedExports(sources: readonly Source[], isEntry: (path: string) => boolean): string[] {
  const modules = sources.map((source) => ({ ...source, ...namesOf(source) }))
  const used = new Set(modules.flatMap(({ uses }) => uses.map(({ path, name }) => `${path} ${name}`)))
  const isUsed = (path: string, name: string): boolean => used.has(`${path} ${name}`) || used.has(`${path} *`)
  return modules
    .filter(({ path }) => !isEntry(path))
    .flatMap(({ path, text, exported }) =>
      exported
        .filter((name) => !isUsed(path, name) && countOf(name, text) < 2)
        .map((name) => `${path} exports ${name}, which nobody names.`),
    )
}

const countOf = (word: string, text: string): number => text.split(/[^\w$]+/).filter((part) => part === word).length

/** Packages of ours are named by what their package.json exports. */
const doors: Readonly<Record<string, string>> = { '@twofold/server/testing': 'server/src/testing/index.ts' }
const placeOf = (from: string, to: string): string => doors[to] ?? pathOf(from, to)

function namesOf({ path, text }: Source): { exported: string[]; uses: Use[] } {
  const { module } = parseSync(path, text)
  const exported: string[] = []
  const uses: Use[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName } of entries) {
      const name =
        importName.kind === 'Name' ? (importName.name ?? '') : importName.kind === 'Default' ? 'default' : '*'
      uses.push({ path: placeOf(path, moduleRequest.value), name })
    }
  }
  for (const { entries } of module.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      if (exportName.kind === 'Name') exported.push(exportName.name ?? '')
      if (exportName.kind === 'Default') exported.push('default')
      if (!moduleRequest) continue
      uses.push({
        path: placeOf(path, moduleRequest.value),
        name: importName.kind === 'Name' ? (importName.name ?? '') : '*',
      })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const word = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
    if (word !== undefined) uses.push({ path: placeOf(path, word), name: '*' })
  }
  return { exported, uses }
}
