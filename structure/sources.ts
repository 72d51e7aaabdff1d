import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'

const root = fileURLToPath(new URL('../', import.meta.url))

/** One file names another: both as paths from the top of the project, or a package's name. */
export type Import = { readonly from: string; readonly to: string }

export type Source = { readonly path: string; readonly text: string }

const isSource = /\.tsx?$/

/** Every TypeScript file below the folders, as it stands on the disk. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}

/** What a file imports or exports from elsewhere, types and lazily fetched parts too. */
export function importsOf({ path, text }: Source): Import[] {
  const { module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`)
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => wordIn(text.slice(start, end))),
  ]
  return [...new Set(named)].map((to) => ({ from: path, to: pathOf(path, to) }))
}

/** The text of a quoted word; nothing where the place of a lazy import is worked out. */
function wordIn(quoted: string): string[] {
  const word = /^(['"`])([^'"`$]*)\1$/.exec(quoted)?.[2]
  return word === undefined ? [] : [word]
}

/** The file that a file names, as a path from the top of the project; a package's own name stays what it is. */
export const pathOf = (from: string, to: string): string =>
  to.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), to)) : to
