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
  signInAgain: 'That took too long. Please sign in again.',
  wrongCode: 'That code is not right. Codes change every 30 seconds, and each is good once.',
  wrongPasskey: 'That passkey could not be checked. Please try again.',
  wrongPassword: 'The password is not right.',
  factorRequired: 'Super users need a second factor: add another one before you remove this one.',
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

/** The password or the link was right, and one more thing is asked for: `step` says who is in the middle of signing in. */
export const secondStep = z.object({
  step: z.string(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  setup: z.boolean().describe('true where a second factor is required and there is none yet: one is set up first'),
})
export type SecondStep = z.infer<typeof secondStep>
const secondStepNeeded = z.object({ second_step: secondStep })

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with e-mail and password',
  who: 'public',
  body: loginForm,
  answer: signedIn.or(secondStepNeeded),
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

export const followLinkRequest = route({
  name: 'followLinkRequest',
  method: 'GET',
  path: '/api/auth/otp',
  summary:
    'The same as a link for donors and staff: mails a one-time link to the stored address, and answers a small page',
  who: 'public',
  query: z.object({
    email: z.string().max(255).optional(),
    redirect: z.string().max(500).optional().describe('/donor-match-update/{id}, or a place in the portal'),
    press: z.string().max(5).optional().describe('1 when a person pressed the button of the page'),
  }),
  answer: z.string(),
  answerKind: 'html',
})

export const redeemDonorLink = route({
  name: 'redeemDonorLink',
  method: 'POST',
  path: '/api/auth/donor-link/redeem',
  summary: "Use up a donor's one-time link; a person presses the button that calls this",
  who: 'public',
  body: z.object({ token: z.string().min(20).max(200) }),
  answer: z.object({
    donation_id: z.number(),
    page: z.string().nullable().describe("path of the donor's own page about the match"),
  }),
  rate: { max: 30, seconds: 900 },
})

export const redeemMagicLink = route({
  name: 'redeemMagicLink',
  method: 'POST',
  path: '/api/auth/otp/redeem',
  summary: 'Turn a one-time link into a session; a person presses the button that calls this',
  who: 'public',
  body: z.object({ token: z.string().min(20).max(200) }),
  answer: signedIn.extend({ redirect: z.string() }).or(secondStepNeeded),
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

const stepText = z.string().min(20).max(200)
const code = z.string().trim().min(6, messages.wrongCode).max(40, messages.wrongCode)
/** A credential as the browser hands it over; what is in it is checked when it is verified. */
const credential = z.looseObject({ id: z.string().max(2000) })
const passkeyOptions = z.record(z.string(), z.unknown()).describe('for navigator.credentials, as JSON')

/** Signed in after the second step; `redirect` is where a magic link wanted to lead. */
const finished = signedIn.extend({ redirect: z.string().nullable() })
export type Finished = z.infer<typeof finished>

export const finishWithCode = route({
  name: 'finishWithCode',
  method: 'POST',
  path: '/api/auth/second-step',
  summary: 'Finish signing in with a code of an authenticator app, or with a recovery code',
  who: 'public',
  body: z.object({ step: stepText, code }),
  answer: finished,
  rate: { max: 60, seconds: 900 },
})

export const askForPasskey = route({
  name: 'askForPasskey',
  method: 'POST',
  path: '/api/auth/second-step/passkey/options',
  summary: 'What the browser needs to ask for a passkey',
  who: 'public',
  body: z.object({ step: stepText }),
  answer: z.object({ options: passkeyOptions }),
  rate: { max: 60, seconds: 900 },
})

export const finishWithPasskey = route({
  name: 'finishWithPasskey',
  method: 'POST',
  path: '/api/auth/second-step/passkey',
  summary: 'Finish signing in with a passkey',
  who: 'public',
  body: z.object({ step: stepText, response: credential }),
  answer: finished,
  rate: { max: 60, seconds: 900 },
})

export const totpSecret = z.object({
  secret: z.string().describe('for typing in by hand'),
  uri: z.string(),
  qr: z.string().describe('an SVG'),
})
export type TotpSecret = z.infer<typeof totpSecret>
const recoveryCodes = z.array(z.string()).describe('shown once')

export const setUpSecondStep = route({
  name: 'setUpSecondStep',
  method: 'POST',
  path: '/api/auth/second-step/setup',
  summary: 'Begin the authenticator app of somebody who must have a second factor to come in',
  who: 'public',
  body: z.object({ step: stepText }),
  answer: totpSecret,
  rate: { max: 30, seconds: 900 },
})

export const finishSetUp = route({
  name: 'finishSetUp',
  method: 'POST',
  path: '/api/auth/second-step/setup/confirm',
  summary: 'Finish setting up the app with its first code, and sign in',
  who: 'public',
  body: z.object({ step: stepText, code }),
  answer: finished.extend({ recovery_codes: recoveryCodes }),
  rate: { max: 30, seconds: 900 },
})

const moment = z.iso.datetime({ offset: true })

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string().describe('browser and system, as far as they tell'),
  address: z.string(),
  created_at: moment,
  last_seen_at: moment,
  expires_at: moment,
})
export type SessionLine = z.infer<typeof session>

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Where the caller is signed in',
  who: 'signedIn',
  answer: z.object({ sessions: z.array(session) }),
})

export const endOneSession = route({
  name: 'endOneSession',
  method: 'POST',
  path: '/api/auth/session/end',
  summary: 'Sign out one other place',
  who: 'signedIn',
  body: z.object({ id: z.uuid() }),
  answer: z.object({ sessions: z.array(session) }),
})

export const endOtherSessions = route({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/auth/session/end-others',
  summary: 'Sign out everywhere else',
  who: 'signedIn',
  answer: z.object({ ended: z.number(), sessions: z.array(session) }),
})

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
})

export const factors = z.object({
  required: z.boolean(),
  has_password: z.boolean().describe('changes are confirmed with it'),
  totp_since: moment.nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
})
export type Factors = z.infer<typeof factors>
const changed = z.object({ factors, recovery_codes: recoveryCodes.nullable() })

/** Changes to the way of signing in are confirmed with the password, so that an open screen is not enough. */
const confirmed = z.object({ password: z.string(messages.wrongPassword).min(1, messages.wrongPassword).max(256) })

export const getFactors = route({
  name: 'getFactors',
  method: 'GET',
  path: '/api/auth/factor',
  summary: "The caller's second factors",
  who: 'signedIn',
  answer: factors,
})

export const beginTotp = route({
  name: 'beginTotp',
  method: 'POST',
  path: '/api/auth/factor/totp',
  summary: 'Begin an authenticator app; nothing is asked for before its first code was right',
  who: 'signedIn',
  body: confirmed,
  answer: totpSecret,
})

export const confirmTotp = route({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/auth/factor/totp/confirm',
  summary: 'Turn the app on with its first code',
  who: 'signedIn',
  body: z.object({ code }),
  answer: changed,
})

export const removeTotp = route({
  name: 'removeTotp',
  method: 'POST',
  path: '/api/auth/factor/totp/remove',
  summary: 'Remove the authenticator app',
  who: 'signedIn',
  body: confirmed,
  answer: changed,
})

export const renewRecoveryCodes = route({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/factor/recovery-codes',
  summary: 'Ten new recovery codes; the older ones are worthless',
  who: 'signedIn',
  body: confirmed,
  answer: changed,
})

export const beginPasskey = route({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/auth/factor/passkey/options',
  summary: 'What the browser needs to make a passkey',
  who: 'signedIn',
  body: confirmed,
  answer: z.object({ step: z.string(), options: passkeyOptions }),
})

export const addPasskey = route({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/auth/factor/passkey',
  summary: 'Keep a passkey that the browser made',
  who: 'signedIn',
  body: z.object({ step: stepText, name: z.string().trim().max(60).default(''), response: credential }),
  answer: changed,
})

export const removePasskey = route({
  name: 'removePasskey',
  method: 'POST',
  path: '/api/auth/factor/passkey/remove',
  summary: 'Remove a passkey',
  who: 'signedIn',
  body: confirmed.extend({ id: z.string().max(2000) }),
  answer: changed,
})
