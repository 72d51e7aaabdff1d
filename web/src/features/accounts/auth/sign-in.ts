import { auth, portalPath, screens } from '@twofold/contract'
import { z } from 'zod'
import { isWordless, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { isOfSupport } from '../../../api/token.ts'

export const noTokenMessage = 'Authentication failed: No token received'

/** The same route, read leniently, so that an answer without a token gets the spec's own sentence. */
const login = {
  ...auth.login,
  answer: z.object({
    access_token: z.string().nullish(),
    me: auth.me.nullish(),
    second_step: auth.secondStep.nullish(),
  }),
}

/** Signed in, or asked for one more thing. */
export type FirstStep = auth.SignedIn | { readonly second_step: auth.SecondStep }

/** Signs in with a password; throws with a sentence that fits under the form. */
export async function signInWithPassword(form: z.input<typeof auth.loginForm>): Promise<FirstStep> {
  const { access_token, me, second_step } = await call(login, { body: form })
  if (second_step) return { second_step }
  if (!access_token || !me) throw new Error(noTokenMessage)
  return { access_token, me }
}

/** What was said, or the spec's sentence where a server said nothing but a number. */
export const loginFailure = (error: unknown): string =>
  error instanceof Error && error.message && !isWordless(error) ? messageOf(error) : auth.messages.loginFailed

const isInPortal = (place: string): boolean =>
  place.startsWith(portalPath) && /^(?:[/?#]|$)/.test(place.slice(portalPath.length))

/** Only the portal itself may follow a sign-in; anything else that was remembered is forgotten. */
export function placeAfterLogin(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && isInPortal(from) ? from : screens.dashboard
}

/** Our support has no organization to look at yet: it starts with what waits for it, unless it asked for another place. */
export function firstScreen(place: string, token: string): string {
  const isStart = place === portalPath || place === screens.dashboard
  return isStart && isOfSupport(token) ? screens.review : place
}

/** Where the mailed link leads: the remembered place if the server takes it, else the portal. */
export function redirectInMail(place: string): string {
  const parsed = auth.safeRedirect.safeParse(place)
  return parsed.success && place !== screens.dashboard ? parsed.data : portalPath
}
