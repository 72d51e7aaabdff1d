import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorPages, screens } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { type Html, html, sendPlainPage } from '../../../platform/http/plain-page.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { browserLanguage } from '../texts/index.ts'

/** File names without `.md`, which are also the addresses. */
const pages = {
  privacy: { en: 'Privacy notice', fr: 'Avis de confidentialité', es: 'Aviso de privacidad' },
  terms: { en: 'Terms of use', fr: 'Conditions d’utilisation', es: 'Condiciones de uso' },
} as const
type PageName = keyof typeof pages
const languages = { en: 'English', fr: 'Français', es: 'Español' } as const
type LanguageName = keyof typeof languages
const isLanguageName = (code: unknown): code is LanguageName =>
  typeof code === 'string' && Object.hasOwn(languages, code)

/** The notice of a large company has about 60 kB. */
const longestPageBytes = 500_000

/** HTML in the file is disabled. */
async function renderMarkdown(text: string): Promise<Html> {
  const { default: markdown } = await import('markdown-it')
  return { html: markdown({ html: false, linkify: false }).render(text) }
}

/** Reads `DATA_DIR/pages` again after each change. A missing file is replaced by the product's own text. */
export async function serveOperatorPages(http: FastifyInstance, { config }: Platform): Promise<void> {
  const cache = new Map<PageName, { readonly changedMs: number; readonly body: Html }>()

  async function findOwnPage(name: PageName): Promise<Html | null> {
    const path = join(config.dataDir, 'pages', `${name}.md`)
    const file = await stat(path).catch(() => null)
    if (!file?.isFile() || file.size > longestPageBytes) return null
    const cached = cache.get(name)
    if (cached?.changedMs === file.mtimeMs) return cached.body
    const body = await renderMarkdown(await readFile(path, 'utf8'))
    cache.set(name, { changedMs: file.mtimeMs, body })
    return body
  }

  const contact = config.supportEmail
    ? html`<p><a href="mailto:${config.supportEmail}">${config.supportEmail}</a></p>`
    : html`<p><a href="${screens.contact}">Contact</a></p>`
  const renderDefaultPage = async (name: PageName, language: LanguageName): Promise<Html> => {
    const text = await readFile(new URL(`defaults/${name}.${language}.md`, import.meta.url), 'utf8')
    const others = Object.entries(languages).filter(([code]) => code !== language)
    return html`${await renderMarkdown(text)}${contact}<p class="small">${others.map(
      ([code, label]) =>
        html`<a href="${operatorPages[name]}?lang=${code}" hreflang="${code}" lang="${code}">${label}</a> `,
    )}</p>`
  }

  for (const name of Object.keys(pages) as PageName[]) {
    http.get<{ Querystring: { lang?: unknown } }>(operatorPages[name], async (request, reply) => {
      const text = await findOwnPage(name)
      const preferred = [request.query.lang, browserLanguage(request)].find(isLanguageName) ?? 'en'
      const lang = text ? 'en' : preferred
      const body = text ?? (await renderDefaultPage(name, lang))
      return sendPlainPage(reply, {
        title: `${pages[name][lang]} – Twofold`,
        lang,
        body: html`<div class="page"><header class="from"><a href="${screens.dashboard}">Twofold</a></header><main>${body}</main></div>`,
      })
    })
  }
}
