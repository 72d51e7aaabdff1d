import { z } from 'zod'
import { portalPath, screens } from '../../screens.ts'
import { route } from '../../shared/route.ts'
import { mailedToken } from '../../shared/wire.ts'
import { messages } from './messages.ts'
import { email, signedIn } from './people.ts'
import { secondStepNeeded } from './sign-in.ts'

const donorMatchStart = screens.donorMatch.replace(':matchId', '')

/** Allowed redirects after sign-in: the portal with its filters, or the correction page of one match. */
export const safeRedirect = z
  .string()
  .max(500)
  .regex(
    new RegExp(`^(${portalPath}(/[\\w-]+)*/?(\\?[\\w\\-/=&.%+*,~:]*)?|${donorMatchStart}\\d{1,16})$`),
    'That redirect is not allowed',
  )

/** Returns the match ID in a redirect, or null for a page in the portal. */
export function donorMatchIdIn(redirect: string): number | null {
  const id = redirect.startsWith(donorMatchStart) ? redirect.slice(donorMatchStart.length) : ''
  return /^\d+$/.test(id) ? Number(id) : null
}

export const requestMagicLink = route({
  name: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/otp',
  summary: 'Email a one-time sign-in link, good for ten minutes',
  who: 'public',
  body: z.object({ email, redirect: safeRedirect.default(portalPath) }),
  answer: z.string(),
  rate: { max: 20, seconds: 3600 },
})

export const followLinkRequest = route({
  name: 'followLinkRequest',
  method: 'GET',
  path: '/api/auth/otp',
  summary:
    'The same as a link for donors and staff: emails a one-time link to the stored address, and answers a small page',
  who: 'public',
  query: z.object({
    email: z.string().max(255).optional(),
    redirect: z.string().max(500).optional().describe(`${donorMatchStart}{id}, or a place in the portal`),
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
  body: z.object({ token: mailedToken }),
  answer: z.object({
    donation_id: z.number(),
    page: z.string().nullable().describe("path of the donor's own page about the match"),
    key: z.string().describe('opens the correction of this match for an hour'),
  }),
  rate: { max: 30, seconds: 900 },
})

/** Six digits, with or without spaces and hyphens. */
export const linkCode = z
  .string(messages.sixDigits)
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .refine((text) => /^\d{6}$/.test(text), messages.sixDigits)

const comeIn = signedIn.extend({ redirect: z.string() }).or(secondStepNeeded)

export const redeemMagicLink = route({
  name: 'redeemMagicLink',
  method: 'POST',
  path: '/api/auth/otp/redeem',
  summary: 'Turn a one-time link into a session; a person presses the button that calls this',
  who: 'public',
  body: z.object({
    token: mailedToken,
    code: linkCode.optional().describe('needed where another browser asked for the link'),
  }),
  answer: comeIn.or(z.object({ code_needed: z.literal(true) }).describe('another browser asked for the link')),
  rate: { max: 120, seconds: 900 },
})

export const redeemLinkCode = route({
  name: 'redeemLinkCode',
  method: 'POST',
  path: '/api/auth/otp/code',
  summary: 'The same with the six digits of that email, in the browser that asked for it',
  who: 'public',
  body: z.object({ email, code: linkCode }),
  answer: comeIn,
  rate: { max: 30, seconds: 900 },
})
