import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Loading MJML takes 100 MB, so the product never does. This script writes mail-layout.compiled, which is committed.

const source = new URL('./mail-layout.mjml', import.meta.url)
export const compiledLayout = new URL('./mail-layout.compiled', import.meta.url)

/** Returns the HTML of the layout, including its slots `[[name]]` and optional sections. */
export async function compileLayout(): Promise<string> {
  const { default: mjml } = await import('mjml')
  const { html, errors } = await mjml(readFileSync(source, 'utf8'), {
    validationLevel: 'strict',
    keepComments: true,
    fonts: {},
  })
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return `${html
    .replaceAll(/^\s+/gm, '')
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .trim()}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(compiledLayout, await compileLayout())
