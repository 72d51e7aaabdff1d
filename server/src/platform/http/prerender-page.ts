import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { screens } from '@twofold/contract'
import type { FastifyBaseLogger } from 'fastify'

/** Built by the web app (`web/src/render-on-server.tsx`). */
const file = fileURLToPath(new URL('../../../../web/dist/.prerender.cjs', import.meta.url))

/** Screens that visitors open first. Rendered in English, so screens in the reader's language are excluded. */
const prerenderedScreens: readonly string[] = [
  screens.login,
  screens.resetPassword,
  screens.magicLink,
  screens.confirmEmail,
  screens.register,
  screens.faq,
  screens.contact,
  screens.publicCompanies,
  screens.matchPage,
]

/** Returns the initial page as HTML (decision 24), or '' if rendering fails, because the page works without it. */
export async function prerenderPage(
  screen: string,
  {
    address,
    initialData,
    log,
  }: { readonly address: string; readonly initialData: string; readonly log: FastifyBaseLogger },
): Promise<string> {
  if (!prerenderedScreens.includes(screen) || /[?&]lang=(?:fr|es)(?:&|$)/.test(address)) return ''
  try {
    const built: unknown = createRequire(import.meta.url)(file)
    if (
      typeof built !== 'object' ||
      built === null ||
      !('renderPage' in built) ||
      typeof built.renderPage !== 'function'
    )
      return ''
    const rendered: unknown = await built.renderPage(address, initialData)
    if (typeof rendered !== 'string') return ''
    const readOnlyHtml = rendered.replaceAll(/<(input|textarea)(?= )/g, '<$1 readonly')
    return `<div data-drawn="${screen}" inert aria-hidden="true">${readOnlyHtml}</div>`
  } catch (error) {
    log.warn({ err: error, screen }, 'a page could not be prerendered')
    return ''
  }
}
