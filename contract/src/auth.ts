import { z } from 'zod'
import { route } from './route.ts'
import { emailAddress } from './wire.ts'

export const messages = {
  invalidEmail: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 256 characters',
  loginFailed: 'Login failed. Please try again.',
  wrongCredentials: 'The email or password is not right.',
  noUserFound: 'No user found with that email address',
  expired: 'Authentication expired. Please login again.',
  linkUsed: 'This link has expired or was already used. Please request a new one.',
  resetSentTitle: 'Password Reset Email Sent',
  resetSent: 'If that address is known here, a mail with a link to set a new password is on its way.',
  invalidEmailTitle: 'Invalid Email',
  invalidEmailToReset: 'Please enter a valid email address.',
  forgotFailedTitle: 'Request Failed',
  forgotFailed: 'Unable to process your request. Please try again later.',
  passwordsDiffer: "Passwords don't match",
  noResetToken: 'Invalid or missing reset token. Please request a new password reset link.',
  resetFailedTitle: 'Password Reset Failed',
  resetFailed: 'Password reset failed. The link may have expired. Please try again.',
  passwordTooCommon:
    'This password is too easy to guess: it is on lists of stolen passwords. Please choose another one.',
  passwordIsYours: 'This password is too easy to guess: it is your name or address. Please choose another one.',
} as const

/** The floor that an installation may raise above the spec's six. */
export const passwordTooShort = (minimum: number): string =>
  minimum <= 6 ? messages.passwordTooShort : `Password must be at least ${minimum} characters`

export const email = emailAddress(messages.invalidEmail)
export const password = z
  .string(messages.passwordTooShort)
  .min(6, messages.passwordTooShort)
  .max(256, messages.passwordTooLong)

/** `super` works with any organization; everybody else has `null`. */
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

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with e-mail and password',
  who: 'public',
  body: loginForm,
  answer: signedIn,
})

export const logout = route({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session on every node',
  who: 'signedIn',
  answer: z.object({ ok: z.literal(true) }),
})

export const common = route({
  name: 'common',
  method: 'GET',
  path: '/api/common',
  summary: 'The authenticated user and the organizations they may work in',
  who: 'signedIn',
  answer: me,
})

/** Only these places may follow a sign-in: the portal with its filters, or the correction page of one match. */
export const safeRedirect = z
  .string()
  .max(500)
  .regex(
    /^(\/portal(\/[\w-]+)*\/?(\?[\w\-/=&.%+*,~:]*)?|\/donor-match-update\/\d{1,16})$/,
    'That redirect is not allowed',
  )

export const requestMagicLink = route({
  name: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/otp',
  summary: 'Mail a one-time sign-in link, good for ten minutes',
  who: 'public',
  body: z.object({ email, redirect: safeRedirect.default('/portal') }),
  answer: z.string(),
  rate: { max: 20, seconds: 3600 },
})

export const redeemMagicLink = route({
  name: 'redeemMagicLink',
  method: 'POST',
  path: '/api/auth/otp/redeem',
  summary: 'Turn a one-time link into a session; a person presses the button that calls this',
  who: 'public',
  body: z.object({ token: z.string().min(20).max(200) }),
  answer: signedIn.extend({ redirect: z.string() }),
  rate: { max: 30, seconds: 900 },
})

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
