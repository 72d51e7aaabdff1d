import type { Plugin } from 'vite'

type Change = { readonly file: RegExp; readonly from: RegExp; readonly to: string }

const changes: readonly Change[] = [
  // Removes `z.string().jwt()` and similar methods: contract schemas use only the basic string methods, `email()`,
  // `z.uuid()` and `z.iso`.
  {
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    from: /^ {4}(?!email)\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},?$/gm,
    to: '',
  },
  // Removes support for self-referencing values, which JSON and forms cannot contain.
  { file: /\/zod\/v4\/classic\/schemas\.js$/, from: /core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/g, to: ';' },
  // Removes compiled checks: they use `new Function`, which the page's Content-Security-Policy blocks.
  {
    file: /\/zod\/v4\/core\/schemas\.js$/,
    from: /const jit = !core\.globalConfig\.jitless;/g,
    to: 'const jit = false;',
  },
]

/** Modules that write JSON Schema. Only the server's OpenAPI document needs them. */
const writers = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
const exported = /^export (?:function|const) (\w+)/gm

/**
 * Halves the size of Zod in the browser. Removes JSON Schema, features that a page cannot use, and about twenty string
 * formats that no contract schema uses. A schema that starts using a removed format throws when it is created, so every
 * browser test fails.
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

const text = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
/** Descriptions of schemas and summaries of routes. Only the server's OpenAPI document shows them. */
const description = new RegExp(`\\.describe\\(\\s*(?:${text}),?\\s*\\)`, 'g')
const summary = new RegExp(`^\\s*summary:\\s*(?:${text}),$`, 'gm')

export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler: (code) => code.replace(description, '').replace(summary, ''),
  },
})
