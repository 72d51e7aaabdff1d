import type { Plugin } from 'vite'

type Change = { readonly file: RegExp; readonly from: RegExp; readonly to: string }

const changes: readonly Change[] = [
  // `z.string().jwt()` and its like: what the contract asks of a text is its own methods, an address, or `z.uuid()`, `z.iso`.
  {
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    from: /^ {4}(?!email)\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},?$/gm,
    to: '',
  },
  // For values that hold themselves, which JSON and forms cannot.
  { file: /\/zod\/v4\/classic\/schemas\.js$/, from: /core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/g, to: ';' },
  // Compiling checks with `new Function`, which the page's Content-Security-Policy rightly forbids.
  {
    file: /\/zod\/v4\/core\/schemas\.js$/,
    from: /const jit = !core\.globalConfig\.jitless;/g,
    to: 'const jit = false;',
  },
]

/** JSON Schema, which only the server's OpenAPI asks for. */
const writers = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
const exported = /^export (?:function|const) (\w+)/gm

/**
 * Zod as the browser needs it, half as large: without JSON Schema, twenty formats of texts that no shape of ours has (one that
 * begins to use such a format fails when it is made, in every browser test), and what a page may not or cannot need.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\// },
      handler(code, id) {
        if (writers.test(id)) {
          return [...code.matchAll(exported)].map(([, name]) => `export const ${name} = () => () => {}`).join('\n')
        }
        return changes
          .filter(({ file }) => file.test(id))
          .reduce((changed, { from, to }) => {
            const next = changed.replace(from, to)
            if (next === changed) throw new Error(`${id} is written in another way: see lean-zod.ts`)
            return next
          }, code)
      },
    },
  }
}

/** Descriptions of the contract's shapes, which only the server's OpenAPI shows. */
const description = /\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?\s*\)/g

export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler: (code) => code.replace(description, ''),
  },
})
