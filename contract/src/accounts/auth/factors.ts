import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { credential, passkeyOptions, stepToken } from './passkey-shapes.ts'
import { recoveryCodes, secondStepCode, totpSecret } from './second-step.ts'
import { moment } from './sessions.ts'

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
})

export const factors = z.object({
  required: z.boolean(),
  has_password: z.boolean().describe('true if the user has a password, which confirms changes'),
  totp_since: moment.nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
})
export type Factors = z.infer<typeof factors>
const changed = z.object({ factors, recovery_codes: recoveryCodes.nullable() })

/** An open session is not enough to change a sign-in method. */
export const reauthentication = z.object({
  password: z.string().max(256).optional(),
  code: z.string().trim().max(40).optional().describe('authenticator code or recovery code'),
})
export type Reauthentication = z.infer<typeof reauthentication>

export const getFactors = route('GET', '/api/auth/factor', {
  name: 'getFactors',
  summary: "The caller's second factors",
  access: 'signedIn',
  response: factors,
})

export const beginTotp = route('POST', '/api/auth/factor/totp', {
  name: 'beginTotp',
  summary: 'Start authenticator setup; the app is not required until its first code is confirmed',
  access: 'signedIn',
  body: reauthentication,
  response: totpSecret,
})

export const confirmTotp = route('POST', '/api/auth/factor/totp/confirm', {
  name: 'confirmTotp',
  summary: 'Confirm the authenticator app with its first code',
  access: 'signedIn',
  body: z.object({ code: secondStepCode }),
  response: changed,
})

export const removeTotp = route('POST', '/api/auth/factor/totp/remove', {
  name: 'removeTotp',
  summary: 'Remove the authenticator app',
  access: 'signedIn',
  body: reauthentication,
  response: changed,
})

export const renewRecoveryCodes = route('POST', '/api/auth/factor/recovery-codes', {
  name: 'renewRecoveryCodes',
  summary: 'Create ten new recovery codes; earlier codes no longer work',
  access: 'signedIn',
  body: reauthentication,
  response: changed,
})

export const beginPasskey = route('POST', '/api/auth/factor/passkey/options', {
  name: 'beginPasskey',
  summary: 'Get options to create a passkey',
  access: 'signedIn',
  body: reauthentication,
  response: z.object({ step: z.string(), options: passkeyOptions }),
})

export const addPasskey = route('POST', '/api/auth/factor/passkey', {
  name: 'addPasskey',
  summary: 'Add a passkey created by the browser',
  access: 'signedIn',
  body: z.object({ step: stepToken, name: z.string().trim().max(60).default(''), response: credential }),
  response: changed,
})

export const removePasskey = route('POST', '/api/auth/factor/passkey/remove', {
  name: 'removePasskey',
  summary: 'Remove a passkey',
  access: 'signedIn',
  body: reauthentication.extend({ id: z.string().max(2000) }),
  response: changed,
})
