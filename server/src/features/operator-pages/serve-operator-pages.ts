import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorPages, screens } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { type Html, html, sendPlainPage } from '../../platform/http/plain-page.ts'
import type { Platform } from '../../platform/platform.ts'

/** Name of the file without `.md`, which is also the address, and what the page is called. */
const pages = { privacy: 'Privacy', terms: 'Terms of use' } as const
type PageName = keyof typeof pages

/** A notice of a large company has 60 kB. */
const longestPageBytes = 500_000

/** No HTML of its own: what a file can do to a page ends with headings, lists, tables and links. */
async function read(text: string): Promise<Html> {
  const { default: markdown } = await import('markdown-it')
  return { html: markdown({ html: false, linkify: false }).render(text) }
}

/** `/privacy` and `/terms`: Markdown that an operator puts into `DATA_DIR/pages`, read anew after each change. */
export async function serveOperatorPages(http: FastifyInstance, { config }: Platform): Promise<void> {
  const kept = new Map<PageName, { readonly changedMs: number; readonly body: Html }>()

  async function find(name: PageName): Promise<Html | null> {
    const path = join(config.dataDir, 'pages', `${name}.md`)
    const file = await stat(path).catch(() => null)
    if (!file?.isFile() || file.size > longestPageBytes) return null
    const known = kept.get(name)
    if (known?.changedMs === file.mtimeMs) return known.body
    const body = await read(await readFile(path, 'utf8'))
    kept.set(name, { changedMs: file.mtimeMs, body })
    return body
  }

  const help = config.supportEmail
    ? html`Write to <a href="mailto:${config.supportEmail}">${config.supportEmail}</a> and ask for it.`
    : html`Ask for it on the <a href="${screens.contact}">contact page</a>.`

  for (const name of Object.keys(pages) as PageName[]) {
    http.get(operatorPages[name], async (_request, reply) => {
      const text = await find(name)
      const body = text ?? html`<h1>${pages[name]}</h1><p>This page hasn’t been published yet. ${help}</p>`
      return sendPlainPage(reply, {
        title: `${pages[name]} – Twofold`,
        body: html`<div class="page"><header class="from"><a href="${screens.dashboard}">Twofold</a></header><main>${body}</main></div>`,
      })
    })
  }
}
