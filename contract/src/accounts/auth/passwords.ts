import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { nameForm } from './account.ts'
import { messages } from './messages.ts'
import { password, signedIn } from './people.ts'
import { secondStepNeeded } from './sign-in.ts'

/** The specification only requires an @ here. */
export const forgotForm = z.object({
  email: z
    .string(messages.invalidEmailToReset)
    .trim()
    .max(255, messages.invalidEmailToReset)
    .refine((text) => text.includes('@'), messages.invalidEmailToReset),
})

export const forgotPassword = route('POST', '/api/auth/forgot', {
  name: 'forgotPassword',
  summary: 'Email a password reset link, valid for 60 minutes; the response is the same for every address',
  access: 'public',
  body: forgotForm,
  response: z.object({ message: z.string() }),
  rate: { max: 20, seconds: 3600 },
})

const linkToken = z.string(messages.noResetToken).min(1, messages.noResetToken).max(2_000, messages.noResetToken)

export const passwordLink = z.object({
  kind: z.enum(['reset', 'first']).describe('first: for an invited or newly registered user without a password'),
  email: z.string(),
  name: z.string().describe('empty if not known yet'),
  organization: z.string().nullable().describe('the organization that the user was invited to or registered'),
  invited_by: z.string().nullable().describe('null if the user registered the organization'),
})
export type PasswordLink = z.infer<typeof passwordLink>

export const getPasswordLink = route('POST', '/api/auth/reset/look', {
  name: 'lookAtPasswordLink',
  summary: 'Check a password link and return its user; fails if the link is used, expired or unknown',
  access: 'public',
  changes: false,
  body: z.object({ token: linkToken }),
  response: passwordLink,
  rate: { max: 60, seconds: 900 },
})

export const resetPassword = route('POST', '/api/auth/reset', {
  name: 'resetPassword',
  summary:
    'Set a password with an emailed link; ends all sessions and other links of the user, and signs in after a first password',
  access: 'public',
  body: z.object({
    token: linkToken,
    password,
    name: nameForm.shape.name.optional().describe('the user’s name, only with a first password'),
  }),
  response: z.object({
    ok: z.literal(true),
    signed_in: signedIn.or(secondStepNeeded).optional().describe('only after a first password'),
  }),
  rate: { max: 60, seconds: 900 },
})

export const resetForm = z
  .object({ password, confirmPassword: password })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.passwordsDiffer,
    path: ['confirmPassword'],
  })

/** A single password field, because it can be shown while typing. */
export const firstPasswordForm = z.object({ name: nameForm.shape.name, password })
