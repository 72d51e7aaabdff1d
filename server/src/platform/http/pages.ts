import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { screens } from '@twofold/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { answerRefusal } from './answer-errors.ts'
import { type Html, html } from './plain-page.ts'

const folder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Serves the built web app: hashed assets for a year, the page itself never from a cache. Everything else is not found. */
export async function servePages(http: FastifyInstance): Promise<void> {
  if (!existsSync(`${folder}index.html`)) {
    http.setNotFoundHandler((request, reply) => answerRefusal(notFound(), request, reply))
    return
  }
  await http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  http.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) return answerRefusal(notFound(), request, reply)
    const [path = ''] = request.url.split('?')
    const screens = quickScreens[path]
    if (screens) return sendPage(request, reply, { screens })
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html')
  })
}

/** Parts of every public screen, by their source. */
const publicParts = ['src/api/with-queries.tsx', 'src/portal/public-page.tsx']

/** Pages that people come to from mails, on phones: their scripts are asked for before the first one has run. */
const quickScreens: Readonly<Record<string, readonly string[]>> = {
  [screens.faq]: [...publicParts, 'src/features/faq/faq-screen.tsx'],
  [screens.contact]: [...publicParts, 'src/features/contact/contact-screen.tsx'],
  [screens.login]: ['src/features/auth/login-screen.tsx'],
}

export const matchScreens: readonly string[] = [...publicParts, 'src/features/public-match/match-screen.tsx']

type PageHead = {
  /** Instead of the product's own; the description goes with it. */
  readonly title?: string
  readonly description?: string
  readonly more?: Html
  /** Sources of the screens that the address leads to. */
  readonly screens: readonly string[]
  readonly status?: number
}

/** The page of the web app, with what is known of an address in its head. Not found before the first build. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, head: PageHead): Promise<FastifyReply> {
  const [page, manifest] = await Promise.all([
    readFile(`${folder}index.html`, 'utf8').catch(() => null),
    readFile(`${folder}.vite/manifest.json`, 'utf8').catch(() => '{}'),
  ])
  if (page === null) return answerRefusal(notFound(), request, reply)
  const built: Manifest = JSON.parse(manifest)
  const scripts = filesOf(built, head.screens).filter((file) => !page.includes(file))
  const fonts = built['index.html']?.assets?.filter((file) => firstFont.test(file)) ?? []
  const { title, description, more = null } = head
  const added = html`${fonts.map(
    (file) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
  )}${scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}">`)}${more}`
  const withHead = page
    .replace(/<title>.*<\/title>/, (known) => (title ? html`<title>${title}</title>`.html : known))
    .replace(/<meta name="description"[^>]*>/, (known) =>
      description ? html`<meta name="description" content="${description}">`.html : known,
    )
    .replace('</head>', () => `${added.html}</head>`)
  return reply
    .code(head.status ?? 200)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(withHead)
}

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly assets?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** The letters of English: what is read first is set in them. */
const firstFont = /-latin-wght-normal[^/]*\.woff2$/

/** Scripts of some sources and of all that they import. */
function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const files = new Map<string, string>()
  const add = (source: string): void => {
    const chunk = manifest[source]
    if (!chunk || files.has(source)) return
    files.set(source, chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const source of sources) add(source)
  return [...files.values()]
}

/** Screens have addresses without a dot; what the router does not know, it says itself. */
function asksForPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|search|assets)\//.test(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !path.includes('.'))
}
