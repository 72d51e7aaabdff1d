import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { credential, passkeyOptions, stepToken } from './passkey-shapes.ts'
import { loginForm, me, signedIn } from './people.ts'

/** The password or link was correct. `step` identifies the unfinished sign-in. */
export const secondStep = z.object({
  step: z.string(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  setup: z.boolean().describe('true if a second factor is required and must be set up first'),
})
export type SecondStep = z.infer<typeof secondStep>
export const secondStepNeeded = z.object({ second_step: secondStep })

export const login = route('POST', '/api/auth/login', {
  name: 'login',
  summary: 'Sign in with email and password',
  access: 'public',
  body: loginForm,
  response: signedIn.or(secondStepNeeded),
})

/** The browser offers its passkeys for this site, so no account is named before. */
export const getPasskeySignInOptions = route('POST', '/api/auth/passkey/options', {
  name: 'getPasskeySignInOptions',
  summary: 'Get options to sign in with only a passkey',
  access: 'public',
  response: z.object({ step: z.string(), options: passkeyOptions }),
  rate: { max: 120, seconds: 900 },
})

export const signInWithPasskey = route('POST', '/api/auth/passkey', {
  name: 'signInWithPasskey',
  summary: 'Sign in with a user-verified passkey, which counts as both factors',
  access: 'public',
  body: z.object({ step: stepToken, response: credential }),
  response: signedIn,
  rate: { max: 60, seconds: 900 },
})

export const logout = route('POST', '/api/auth/logout', {
  name: 'logout',
  summary: 'Sign out and end the current session',
  access: 'signedIn',
  response: z.object({ ok: z.literal(true) }),
})

export const getCurrentUser = route('GET', '/api/common', {
  name: 'common',
  summary: 'The authenticated user and their organizations',
  access: 'signedIn',
  response: me,
})
