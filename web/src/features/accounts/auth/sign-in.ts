import { auth, portalPath, screens } from '@twofold/contract'
import { z } from 'zod'
import { hasDefaultMessage, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { isSupportToken } from '../../../api/token.ts'

export const noTokenMessage = 'Authentication failed: No token received'

/** A lenient schema, so that a response without a token gets the spec's message. */
const login = {
  ...auth.login,
  response: z.object({
    access_token: z.string().nullish(),
    me: auth.me.nullish(),
    second_step: auth.secondStep.nullish(),
  }),
}

export type SignInResult = auth.SignedIn | { readonly second_step: auth.SecondStep }

export async function signInWithPassword(form: z.input<typeof auth.loginForm>): Promise<SignInResult> {
  const { access_token, me, second_step } = await call(login, { body: form })
  if (second_step) return { second_step }
  if (!access_token || !me) throw new Error(noTokenMessage)
  return { access_token, me }
}

export const loginFailure = (error: unknown): string =>
  error instanceof Error && error.message && !hasDefaultMessage(error) ? messageOf(error) : auth.messages.loginFailed

const isInPortal = (path: string): boolean =>
  path.startsWith(portalPath) && /^(?:[/?#]|$)/.test(path.slice(portalPath.length))

export function pathAfterLogin(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && isInPortal(from) ? from : screens.dashboard
}

/** Support users have no organization yet, so they start at the review queue. */
export function landingPathOf(path: string, token: string): string {
  const isStart = path === portalPath || path === screens.dashboard
  return isStart && isSupportToken(token) ? screens.review : path
}

export function emailRedirectOf(path: string): string {
  const parsed = auth.safeRedirect.safeParse(path)
  return parsed.success && path !== screens.dashboard ? parsed.data : portalPath
}
