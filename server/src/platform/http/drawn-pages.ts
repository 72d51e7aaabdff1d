import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { screens } from '@twofold/contract'
import type { FastifyBaseLogger } from 'fastify'

/** What the web's build leaves for this (`web/src/drawn.tsx`). */
const file = fileURLToPath(new URL('../../../../web/dist/.drawn.cjs', import.meta.url))

/**
 * Those that are opened first, mostly on a phone and once; the portal shows what only a person's own answers tell. They are
 * drawn in English: 'Edit Your Match Request' is not among them, which speaks its reader's language, and a page whose link asks for
 * another one is not drawn.
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
 * The page as it will stand when its scripts have come, in HTML, so that it is read meanwhile; nobody can press or type
 * anything on it before (decision 24). Empty where it cannot be drawn: the page works without, later.
 */
export async function drawPage(
  screen: string,
  { address, given, log }: { readonly address: string; readonly given: string; readonly log: FastifyBaseLogger },
): Promise<string> {
  if (!drawnScreens.includes(screen) || /[?&]lang=(?:fr|es)(?:&|$)/.test(address)) return ''
  try {
    const built: unknown = createRequire(import.meta.url)(file)
    if (typeof built !== 'object' || built === null || !('draw' in built) || typeof built.draw !== 'function') return ''
    const drawn: unknown = await built.draw(address, given)
    if (typeof drawn !== 'string') return ''
    const still = drawn.replaceAll(/<(input|textarea)(?= )/g, '<$1 readonly')
    return `<div data-drawn="${screen}" inert aria-hidden="true">${still}</div>`
  } catch (error) {
    log.warn({ err: error, screen }, 'a page could not be drawn before its scripts')
    return ''
  }
}
