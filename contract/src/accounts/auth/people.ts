import { z } from 'zod'
import { emailAddress } from '../../shared/wire.ts'
import { messages, passwordMinimum } from './messages.ts'

export const email = emailAddress(messages.invalidEmail)
export const password = z
  .string(messages.passwordTooShort)
  .min(passwordMinimum, messages.passwordTooShort)
  .max(256, messages.passwordTooLong)

/** `super` has access to every organization. Null for everyone else. */
export const globalPermission = z.enum(['super']).nullable()

export const user = z.object({ id: z.number(), email: z.string(), name: z.string(), globalPermission })
export type User = z.infer<typeof user>

export const me = user.extend({
  orgs: z.array(z.object({ id: z.number(), name: z.string(), level: z.enum(['read', 'write', 'admin']) })),
})
export type Me = z.infer<typeof me>

export const loginForm = z.object({ email, password })
export const signedIn = z.object({ access_token: z.string(), me })
export type SignedIn = z.infer<typeof signedIn>
