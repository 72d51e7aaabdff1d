import { z } from 'zod'
import { route } from '../route.ts'
import { messages } from './messages.ts'
import { password } from './people.ts'

/** The spec's own rule for this one form: something with an @ in it. */
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
  summary: 'Mail a link to set a new password, good for 60 minutes; answers the same for every address',
  who: 'public',
  body: forgotForm,
  answer: z.object({ message: z.string() }),
  rate: { max: 20, seconds: 3600 },
})

const linkToken = z.string(messages.noResetToken).min(20, messages.noResetToken).max(200, messages.noResetToken)

export const resetPassword = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Set a new password with a mailed link; ends every session and every other link of the person',
  who: 'public',
  body: z.object({ token: linkToken, password }),
  answer: z.object({ ok: z.literal(true) }),
  rate: { max: 60, seconds: 900 },
})

/** What the screen checks before it sends. */
export const resetForm = z
  .object({ password, confirmPassword: password })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.passwordsDiffer,
    path: ['confirmPassword'],
  })
