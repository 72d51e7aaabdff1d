import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { isScreenPath, publicScreens, redirectedPaths, screens } from '@twofold/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../runtime/errors.ts'
import { sendRefusal } from './handle-errors.ts'
import { type Html, html } from './plain-page.ts'
import { prerenderPage } from './prerender-page.ts'
import { apiDocsPolicy, emailPreviewPolicy } from './security-headers.ts'
import { sendCompressed } from './send-compressed.ts'

const builtFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Not sent for scripts and styles, which do not need them. */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Serves the built web app: hashed assets for one year, the page uncached, and a 404 page or JSON elsewhere. */
export async function servePages(http: FastifyInstance, folder = builtFolder): Promise<void> {
  if (!existsSync(`${folder}index.html`)) {
    http.setNotFoundHandler((request, reply) => sendRefusal(notFound(), request, reply))
    return
  }
  await http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The etag is sufficient.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      if (path.endsWith('.js') || isHashed) for (const header of pageHeaders) reply.removeHeader(header)
      if (path.endsWith('/api-docs.html')) reply.header('content-security-policy', apiDocsPolicy)
      if (path.includes('/email-preview.')) {
        reply.header('content-security-policy', emailPreviewPolicy).header('x-frame-options', 'SAMEORIGIN')
        // The sandboxed page has an opaque origin and loads its script cross-origin.
        reply.header('cross-origin-resource-policy', 'cross-origin')
      }
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  http.get('/', (request, reply) => sendPage(request, reply, {}, folder))
  http.get('/api/docs', (_, reply) => reply.sendFile('api-docs.html'))
  http.setNotFoundHandler((request, reply) =>
    acceptsPage(request)
      ? sendPage(request, reply, { status: isScreenPath(pathOf(request)) ? 200 : 404 }, folder)
      : sendRefusal(notFound(), request, reply),
  )
}

/** The frame of every signed-in screen. Several sources share it, so the manifest lists it by name. */
const framePattern = /^_frame-/
/** These are preloaded with the page, before the first script runs. */
const preloadedScreens: Readonly<Record<string, readonly string[]>> = {
  [screens.login]: ['src/features/accounts/auth/login-screen.tsx'],
  [screens.resetPassword]: ['src/features/accounts/auth/reset-password-screen.tsx'],
  [screens.magicLink]: ['src/features/accounts/auth/magic-link-screen.tsx'],
  [screens.confirmEmail]: ['src/features/accounts/auth/confirm-email-screen.tsx'],
  [screens.donorMatch]: ['src/donor/edit-match-page.tsx'],
  [screens.dashboard]: ['src/features/donations/dashboard/dashboard-screen.tsx'],
  [screens.donations]: ['src/features/donations/donations/donations-screen.tsx'],
  [screens.faq]: ['src/features/public/faq/faq-screen.tsx'],
  [screens.register]: ['src/features/accounts/registration/registration-screen.tsx'],
  [screens.contact]: ['src/features/accounts/contact/contact-screen.tsx'],
  [screens.publicCompanies]: ['src/features/directory/company-editor/companies/public-companies-screen.tsx'],
  [screens.matchPage]: ['src/features/public/public-match/match-screen.tsx'],
}

const apps = {
  portal: { page: 'index.html', manifest: '.vite/manifest.json' },
  public: { page: 'public.html', manifest: '.vite/public.json' },
} as const

const patternOf = (screen: string): RegExp => new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/]+')}$`)
const publicPaths = publicScreens.map((screen) => ({ screen, pattern: patternOf(screen) }))

/** The web app redirects; the server sends the page of the target at once. */
const redirectTargets: ReadonlyMap<string, string> = new Map(Object.entries(redirectedPaths))

type PageHead = {
  readonly title?: string
  readonly description?: string
  readonly more?: Html
  readonly initialData?: string
  readonly status?: number
}

/** Sends the app's page with initial data in its head. Responds 404 before the first build. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  head: PageHead = {},
  folder = builtFolder,
): Promise<FastifyReply> {
  const requestedPath = pathOf(request)
  const path = redirectTargets.get(requestedPath) ?? requestedPath
  const publicScreen = publicPaths.find(({ pattern }) => pattern.test(path))?.screen
  const screen = publicScreen ?? path
  const app = apps[publicScreen ? 'public' : 'portal']
  const [page, manifest] = await Promise.all([
    readFile(`${folder}${app.page}`, 'utf8').catch(() => null),
    readFile(`${folder}${app.manifest}`, 'utf8').catch(() => '{}'),
  ])
  if (page === null) return sendRefusal(notFound(), request, reply)
  const built: Manifest = JSON.parse(manifest)
  const frameSources = publicScreen ? [] : Object.keys(built).filter((source) => framePattern.test(source))
  const scripts = filesOf(built, preloadedScreens[screen] ?? frameSources).filter((file) => !page.includes(file))
  const fonts = built[app.page]?.assets?.filter((file) => firstFontPattern.test(file)) ?? []
  const { title, description, more = null, initialData = '' } = head
  const prerendered = await prerenderPage(screen, {
    address: request.url.replace(requestedPath, path),
    initialData,
    log: request.log,
  })
  const headHtml = html`${fonts.map(
    (file) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
  )}${scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}">`)}${more}`
  const withHead = page
    .replace(/<title>.*<\/title>/, (original) => (title ? html`<title>${title}</title>`.html : original))
    .replace(/<meta name="description"[^>]*>/, (original) =>
      description ? html`<meta name="description" content="${description}">`.html : original,
    )
    .replace('</head>', () => `${headHtml.html}</head>`)
  reply
    .code(head.status ?? 200)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
  return sendCompressed(reply, prerendered ? insertPrerendered(withHead, prerendered) : withHead)
}

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly assets?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

const insertPrerendered = (page: string, prerendered: string): string =>
  page
    .replace('<div id="root">', (root) => root + prerendered)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')

const firstFontPattern = /-latin-wght-normal[^/]*\.woff2$/

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

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Addresses for programs: the product's, and common ones of other products. */
const programPaths = /^\/(?:api|search|assets|metrics|health|healthz|readyz|version)(?:\/|$)/

/** Screens are sent to every client, because crawlers and curl do not accept HTML explicitly. They have no dot. */
function acceptsPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if ((request.method !== 'GET' && request.method !== 'HEAD') || programPaths.test(path)) return false
  const { accept = '*/*' } = request.headers
  return isScreenPath(path) || accept.includes('text/html') || (accept.includes('*/*') && !path.includes('.'))
}
