import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { nameForm } from './account.ts'
import { messages } from './messages.ts'
import { password, signedIn } from './people.ts'
import { secondStepNeeded } from './sign-in.ts'

/** For this form, the specification only requires an @ in the address. */
export const forgotForm = z.object({
  email: z
    .string(messages.invalidEmailToReset)
    .trim()
    .max(255, messages.invalidEmailToReset)
    .refine((text) => text.includes('@'), messages.invalidEmailToReset),
})

export const forgotPassword = route({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot',
  summary: 'Email a link to set a new password, good for 60 minutes; answers the same for every address',
  who: 'public',
  body: forgotForm,
  answer: z.object({ message: z.string() }),
  rate: { max: 20, seconds: 3600 },
})

const linkToken = z.string(messages.noResetToken).min(1, messages.noResetToken).max(2_000, messages.noResetToken)

export const passwordLink = z.object({
  kind: z.enum(['reset', 'first']).describe('first: of somebody invited or registered, who has no password yet'),
  email: z.string(),
  name: z.string().describe("'' where nobody has said it yet"),
  organization: z.string().nullable().describe('which they were invited to, or have registered'),
  invited_by: z.string().nullable().describe('null: they have registered it themselves'),
})
export type PasswordLink = z.infer<typeof passwordLink>

export const getPasswordLink = route({
  name: 'lookAtPasswordLink',
  method: 'POST',
  path: '/api/auth/reset/look',
  summary: 'Whose password an emailed link sets; refused where it is used, too old or unknown',
  who: 'public',
  changes: false,
  body: z.object({ token: linkToken }),
  answer: passwordLink,
  rate: { max: 60, seconds: 900 },
})

export const resetPassword = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset',
  summary:
    'Set a password with an emailed link; ends every session and every other link of the person, and signs in who had none before',
  who: 'public',
  body: z.object({
    token: linkToken,
    password,
    name: nameForm.shape.name.optional().describe('with a first password: what they are called'),
  }),
  answer: z.object({
    ok: z.literal(true),
    signed_in: signedIn.or(secondStepNeeded).optional().describe('after a first password'),
  }),
  rate: { max: 60, seconds: 900 },
})

/** Validated by the screen before it submits. */
export const resetForm = z
  .object({ password, confirmPassword: password })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.passwordsDiffer,
    path: ['confirmPassword'],
  })

/** First sign-in: a single password field, which can be shown while typing. */
export const firstPasswordForm = z.object({ name: nameForm.shape.name, password })
