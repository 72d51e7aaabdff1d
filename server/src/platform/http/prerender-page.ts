import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { screens } from '@twofold/contract'
import type { FastifyBaseLogger } from 'fastify'

/** Built by the web app for this purpose (`web/src/render-on-server.tsx`). */
const file = fileURLToPath(new URL('../../../../web/dist/.prerender.cjs', import.meta.url))

/**
 * Screens that visitors open first, mostly on a phone and once. Other portal screens depend on the user's data. They
 * are rendered in English, so 'Edit Your Match Request', which uses its reader's language, is excluded. A page whose
 * link requests another language is not rendered either.
 */
const drawnScreens: readonly string[] = [
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

/**
 * Renders the initial page as HTML, so that visitors can read it while its scripts load. It is not interactive until
 * then (decision 24). Returns an empty text if rendering fails: the page still works, only later.
 */
export async function prerenderPage(
  screen: string,
  { address, given, log }: { readonly address: string; readonly given: string; readonly log: FastifyBaseLogger },
): Promise<string> {
  if (!drawnScreens.includes(screen) || /[?&]lang=(?:fr|es)(?:&|$)/.test(address)) return ''
  try {
    const built: unknown = createRequire(import.meta.url)(file)
    if (
      typeof built !== 'object' ||
      built === null ||
      !('renderPage' in built) ||
      typeof built.renderPage !== 'function'
    )
      return ''
    const drawn: unknown = await built.renderPage(address, given)
    if (typeof drawn !== 'string') return ''
    const still = drawn.replaceAll(/<(input|textarea)(?= )/g, '<$1 readonly')
    return `<div data-drawn="${screen}" inert aria-hidden="true">${still}</div>`
  } catch (error) {
    log.warn({ err: error, screen }, 'a page could not be drawn before its scripts')
    return ''
  }
}
