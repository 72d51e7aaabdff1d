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
async function read(text: string): Promise<Html> {
  const { default: markdown } = await import('markdown-it')
  return { html: markdown({ html: false, linkify: false }).render(text) }
}

/** Reads `DATA_DIR/pages` again after each change. A missing file is replaced by the product's own text. */
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

  const contact = config.supportEmail
    ? html`<p><a href="mailto:${config.supportEmail}">${config.supportEmail}</a></p>`
    : html`<p><a href="${screens.contact}">Contact</a></p>`
  const owned = async (name: PageName, language: LanguageName): Promise<Html> => {
    const text = await readFile(new URL(`defaults/${name}.${language}.md`, import.meta.url), 'utf8')
    const others = Object.entries(languages).filter(([code]) => code !== language)
    return html`${await read(text)}${contact}<p class="small">${others.map(
      ([code, label]) =>
        html`<a href="${operatorPages[name]}?lang=${code}" hreflang="${code}" lang="${code}">${label}</a> `,
    )}</p>`
  }

  for (const name of Object.keys(pages) as PageName[]) {
    http.get<{ Querystring: { lang?: unknown } }>(operatorPages[name], async (request, reply) => {
      const text = await find(name)
      const wished = [request.query.lang, browserLanguage(request)].find(isLanguageName) ?? 'en'
      const lang = text ? 'en' : wished
      const body = text ?? (await owned(name, lang))
      return sendPlainPage(reply, {
        title: `${pages[name][lang]} – Twofold`,
        lang,
        body: html`<div class="page"><header class="from"><a href="${screens.dashboard}">Twofold</a></header><main>${body}</main></div>`,
      })
    })
  }
}
