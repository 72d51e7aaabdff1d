import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../../shared/required-text.ts'
import { route } from '../../shared/route.ts'
import { mailedToken } from '../../shared/wire.ts'
import { reauthentication } from './factors.ts'
import { messages } from './messages.ts'
import { email, password, user } from './people.ts'
import { moment } from './sessions.ts'

export const accountAction = z.enum([
  'signed_in',
  'signed_out_elsewhere',
  'name_changed',
  'email_asked',
  'email_changed',
  'password_changed',
  'password_reset',
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'codes_renewed',
  'sign_in_refused',
  'identity_refused',
  'access_refused',
])
export type AccountAction = z.infer<typeof accountAction>

const account = user.extend({
  has_password: z.boolean(),
  pending_email: z.string().nullable().describe('new address that is not confirmed yet; null if there is none'),
})
export type Account = z.infer<typeof account>

export const getAccount = route('GET', '/api/account', {
  name: 'getAccount',
  summary: "The caller's name and email address",
  access: 'signedIn',
  response: account,
})

export const nameForm = z.object({
  name: requiredText(messages.nameMissing).max(100, messages.nameTooLong).refine(hasNoUrl, nameWithoutUrlMessage),
})

export const renameAccount = route('PUT', '/api/account', {
  name: 'renameAccount',
  summary: "Change the caller's name",
  access: 'signedIn',
  body: nameForm,
  response: account,
})

export const changeEmail = route('POST', '/api/account/email', {
  name: 'changeEmail',
  summary: 'Request a new sign-in address: emails a link to the new address and a notice to the old one',
  access: 'signedIn',
  body: reauthentication.extend({ email }),
  response: account,
})

export const cancelEmailChange = route('POST', '/api/account/email/cancel', {
  name: 'cancelEmailChange',
  summary: 'Cancel a change of the sign-in address; the emailed link no longer works',
  access: 'signedIn',
  response: account,
})

export const confirmEmail = route('POST', '/api/account/email/confirm', {
  name: 'confirmEmail',
  summary: 'Confirm a new sign-in address with the emailed link, after a person pressed the button on the page',
  access: 'public',
  body: z.object({ token: mailedToken }),
  response: z.object({ email: z.string() }),
  rate: { max: 30, seconds: 900 },
})

export const changePasswordForm = z
  .object({ current: z.string().min(1, messages.currentMissing), password, confirmPassword: password })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.passwordsDiffer,
    path: ['confirmPassword'],
  })

export const changePassword = route('POST', '/api/account/password', {
  name: 'changePassword',
  summary: 'Change the password; ends all other sessions and links of the user',
  access: 'signedIn',
  body: z.object({ current: z.string().min(1, messages.currentMissing).max(256), password }),
  response: z.object({ ended: z.number() }),
})

const accountEvent = z.object({
  id: z.number(),
  at: moment,
  action: accountAction,
  detail: z
    .string()
    .describe('details such as the sign-in method, the name of a passkey, a new address, or the refused action'),
  device: z.string(),
  address: z.string(),
})
export type AccountEvent = z.infer<typeof accountEvent>

export const listAccountEvents = route('GET', '/api/account/event', {
  name: 'listAccountEvents',
  summary: "The caller's account activity, newest first",
  access: 'signedIn',
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  response: z.object({
    events: z.array(accountEvent),
    next: z.number().nullable().describe('`before` of the next page'),
  }),
})
