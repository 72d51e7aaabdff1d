import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../../shared/required-text.ts'
import { route } from '../../shared/route.ts'
import { mailedToken } from '../../shared/wire.ts'
import { reauthentication } from './factors.ts'
import { messages } from './messages.ts'
import { email, password, user } from './people.ts'
import { moment } from './sessions.ts'

/** Recorded account actions, shown to the account's owner. */
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
  pending_email: z.string().nullable().describe('a new address that was not confirmed yet'),
})
export type Account = z.infer<typeof account>

export const getAccount = route({
  name: 'getAccount',
  method: 'GET',
  path: '/api/account',
  summary: "The caller's own name and address",
  who: 'signedIn',
  answer: account,
})

export const nameForm = z.object({
  name: requiredText(messages.nameMissing).max(100, messages.nameTooLong).refine(hasNoUrl, nameWithoutUrlMessage),
})

export const renameAccount = route({
  name: 'renameAccount',
  method: 'PUT',
  path: '/api/account',
  summary: "Change the caller's own name",
  who: 'signedIn',
  body: nameForm,
  answer: account,
})

export const changeEmail = route({
  name: 'changeEmail',
  method: 'POST',
  path: '/api/account/email',
  summary: 'Ask for another sign-in address: a link goes to the new one, a note to the old one',
  who: 'signedIn',
  body: reauthentication.extend({ email }),
  answer: account,
})

export const cancelEmailChange = route({
  name: 'cancelEmailChange',
  method: 'POST',
  path: '/api/account/email/cancel',
  summary: 'Keep the address: the link that was emailed to the new one no longer works',
  who: 'signedIn',
  answer: account,
})

export const confirmEmail = route({
  name: 'confirmEmail',
  method: 'POST',
  path: '/api/account/email/confirm',
  summary:
    'Take the new address over with the link that was emailed to it; a person presses the button that calls this',
  who: 'public',
  body: z.object({ token: mailedToken }),
  answer: z.object({ email: z.string() }),
  rate: { max: 30, seconds: 900 },
})

/** Validated by the screen before it submits. */
export const changePasswordForm = z
  .object({ current: z.string().min(1, messages.currentMissing), password, confirmPassword: password })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.passwordsDiffer,
    path: ['confirmPassword'],
  })

export const changePassword = route({
  name: 'changePassword',
  method: 'POST',
  path: '/api/account/password',
  summary: 'Set another password; ends every other session and every link of the person',
  who: 'signedIn',
  body: z.object({ current: z.string().min(1, messages.currentMissing).max(256), password }),
  answer: z.object({ ended: z.number() }),
})

const accountEvent = z.object({
  id: z.number(),
  at: moment,
  action: accountAction,
  detail: z
    .string()
    .describe(
      'what more there is to say: the way of signing in, the name of a passkey, a new address, what was refused',
    ),
  device: z.string(),
  address: z.string(),
})
export type AccountEvent = z.infer<typeof accountEvent>

export const listAccountEvents = route({
  name: 'listAccountEvents',
  method: 'GET',
  path: '/api/account/event',
  summary: "What happened to the caller's account, the newest first",
  who: 'signedIn',
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  answer: z.object({
    events: z.array(accountEvent),
    next: z.number().nullable().describe('`before` of the next page'),
  }),
})
