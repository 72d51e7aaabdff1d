import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { messages } from './messages.ts'
import { credential, passkeyOptions, stepToken } from './passkey-shapes.ts'
import { signedIn } from './people.ts'

export const secondStepCode = z.string().trim().min(6, messages.wrongCode).max(40, messages.wrongCode)

/** The magic link sets `redirect`. */
export const completedSignIn = signedIn.extend({ redirect: z.string().nullable() })
export type CompletedSignIn = z.infer<typeof completedSignIn>

export const finishWithCode = route('POST', '/api/auth/second-step', {
  name: 'finishWithCode',
  summary: 'Complete sign-in with an authenticator code or a recovery code',
  access: 'public',
  body: z.object({ step: stepToken, code: secondStepCode }),
  response: completedSignIn,
  rate: { max: 60, seconds: 900 },
})

export const askForPasskey = route('POST', '/api/auth/second-step/passkey/options', {
  name: 'askForPasskey',
  summary: 'Get passkey options to complete sign-in',
  access: 'public',
  body: z.object({ step: stepToken }),
  response: z.object({ options: passkeyOptions }),
  rate: { max: 60, seconds: 900 },
})

export const finishWithPasskey = route('POST', '/api/auth/second-step/passkey', {
  name: 'finishWithPasskey',
  summary: 'Complete sign-in with a passkey',
  access: 'public',
  body: z.object({ step: stepToken, response: credential }),
  response: completedSignIn,
  rate: { max: 60, seconds: 900 },
})

export const totpSecret = z.object({
  secret: z.string().describe('secret for manual entry'),
  uri: z.string(),
  qr: z.string().describe('QR code as SVG'),
})
export type TotpSecret = z.infer<typeof totpSecret>
export const recoveryCodes = z.array(z.string()).describe('recovery codes, returned only once')

export const setUpSecondStep = route('POST', '/api/auth/second-step/setup', {
  name: 'setUpSecondStep',
  summary: 'Start authenticator setup during sign-in, if a second factor is required',
  access: 'public',
  body: z.object({ step: stepToken }),
  response: totpSecret,
  rate: { max: 30, seconds: 900 },
})

export const finishSetUp = route('POST', '/api/auth/second-step/setup/confirm', {
  name: 'finishSetUp',
  summary: 'Confirm the authenticator app with its first code and sign in',
  access: 'public',
  body: z.object({ step: stepToken, code: secondStepCode }),
  response: completedSignIn.extend({ recovery_codes: recoveryCodes }),
  rate: { max: 30, seconds: 900 },
})
