import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'

const root = fileURLToPath(new URL('../', import.meta.url))

/** An import between two files, as paths from the project's root or a package name. */
export type Import = { readonly from: string; readonly to: string }

export type Source = { readonly path: string; readonly text: string }

const isSource = /\.tsx?$/

/** Returns every TypeScript file in the folders. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}

/** Returns all imports and re-exports of a file, including types and dynamic imports. */
export function importsOf({ path, text }: Source): Import[] {
  const { module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literalIn(text.slice(start, end))),
  ]
  return [...new Set(specifiers)].map((to) => ({ from: path, to: pathOf(path, to) }))
}

/** Returns the text of a string literal, or nothing for a computed import. */
function literalIn(quoted: string): string[] {
  const literal = /^(['"`])([^'"`$]*)\1$/.exec(quoted)?.[2]
  return literal === undefined ? [] : [literal]
}

/** Resolves an import to a path from the project's root. Package names stay unchanged. */
export const pathOf = (from: string, to: string): string =>
  to.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), to)) : to
