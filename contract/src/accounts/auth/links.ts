import { z } from 'zod'
import { portalPath, screens } from '../../screens.ts'
import { route } from '../../shared/route.ts'
import { mailedToken } from '../../shared/wire.ts'
import { messages } from './messages.ts'
import { email, signedIn } from './people.ts'
import { secondStepNeeded } from './sign-in.ts'

const donorMatchStart = screens.donorMatch.replace(':matchId', '')

/** The portal with its filters, or the correction page of one match. */
export const safeRedirect = z
  .string()
  .max(500)
  .regex(
    new RegExp(`^(${portalPath}(/[\\w-]+)*/?(\\?[\\w\\-/=&.%+*,~:]*)?|${donorMatchStart}\\d{1,16})$`),
    'That redirect isn’t allowed',
  )

/** Returns the match id, or null for a page in the portal. */
export function donorMatchIdIn(redirect: string): number | null {
  const id = redirect.startsWith(donorMatchStart) ? redirect.slice(donorMatchStart.length) : ''
  return /^\d+$/.test(id) ? Number(id) : null
}

export const requestMagicLink = route('POST', '/api/auth/otp', {
  name: 'requestMagicLink',
  summary: 'Email a one-time sign-in link, valid for 10 minutes',
  access: 'public',
  body: z.object({ email, redirect: safeRedirect.default(portalPath) }),
  response: z.string(),
  rate: { max: 20, seconds: 3600 },
})

export const followLinkRequest = route('GET', '/api/auth/otp', {
  name: 'followLinkRequest',
  summary: 'Page for donors and staff that emails a one-time sign-in link to the stored address',
  access: 'public',
  query: z.object({
    email: z.string().max(255).optional(),
    redirect: z.string().max(500).optional().describe(`${donorMatchStart}{id}, or a path in the portal`),
    press: z.string().max(5).optional().describe('1 if a person pressed the button on the page'),
  }),
  response: z.string(),
  responseKind: 'html',
})

export const redeemDonorLink = route('POST', '/api/auth/donor-link/redeem', {
  name: 'redeemDonorLink',
  summary: "Redeem a donor's one-time link, after a person pressed the button on the page",
  access: 'public',
  body: z.object({ token: mailedToken }),
  response: z.object({
    donation_id: z.number(),
    page: z.string().nullable().describe("path of the donor's page for the match; null if there is none"),
    key: z.string().describe('key to correct this match, valid for one hour'),
  }),
  rate: { max: 30, seconds: 900 },
})

export const linkCode = z
  .string(messages.sixDigits)
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .refine((text) => /^\d{6}$/.test(text), messages.sixDigits)

const signedInOrSecondStep = signedIn.extend({ redirect: z.string() }).or(secondStepNeeded)

export const redeemMagicLink = route('POST', '/api/auth/otp/redeem', {
  name: 'redeemMagicLink',
  summary: 'Redeem a one-time link for a session, after a person pressed the button on the page',
  access: 'public',
  body: z.object({
    token: mailedToken,
    code: linkCode.optional().describe('required if the link was requested in another browser'),
  }),
  response: signedInOrSecondStep.or(
    z.object({ code_needed: z.literal(true) }).describe('the link was requested in another browser'),
  ),
  rate: { max: 120, seconds: 900 },
})

export const redeemLinkCode = route('POST', '/api/auth/otp/code', {
  name: 'redeemLinkCode',
  summary: 'Sign in with the six-digit code of the email, in the browser that requested the link',
  access: 'public',
  body: z.object({ email, code: linkCode }),
  response: signedInOrSecondStep,
  rate: { max: 30, seconds: 900 },
})
