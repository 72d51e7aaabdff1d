import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { newMessageId } from '../../platform/mail/message-id.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'
import { asName, type DueLetter, insertLetter, letterKind, organizationOfLetter } from '../notifications/index.ts'
import { factorChanges } from '../texts/index.ts'
import { keepEmailChangeLink } from './account/email-changes.queries.ts'
import { donorLinkMinutes, emailLinkMinutes, firstPasswordDays, magicLinkMinutes, resetLinkMinutes } from './limits.ts'
import { insertDonorLink } from './magic-link/donor-links.queries.ts'
import { linkCodeHash, newLinkCode } from './magic-link/link-codes.ts'
import { replaceLoginLink } from './magic-link/login-links.queries.ts'
import { insertPasswordLink, type NewLink } from './passwords/password.queries.ts'

const user = z.object({ userId: z.number() })
const name = z.string().transform(asName)
const address = z.object({ email: z.string().transform((text) => oneLine(text, 255)) })
const invited = organizationOfLetter.extend({ userId: z.number(), invitedBy: name.nullable() })

/** Letters about accounts. Secrets are made here, when one is sent, so that the queue never holds one. */
export const accountLetters = {
  'magic-link': letterKind('magic-link', {
    when: 'A sign-in link was asked for with the address of an account.',
    parameters: user.extend({
      redirect: z.string(),
      browser: z.string().optional().describe('digest of the cookie of the browser that asked'),
    }),
    prepare: async ({ platform, db, now, parameters: { userId, redirect, browser } }) => {
      const token = randomToken()
      const code = newLinkCode()
      const tokenHash = digestOf(token)
      const codeHash = linkCodeHash(platform, tokenHash, code)
      const browserHash = browser === undefined ? null : Buffer.from(browser, 'base64url')
      const expiresAt = inMinutes(now, magicLinkMinutes)
      await replaceLoginLink(db, { tokenHash, userId, redirect, now, expiresAt, codeHash, browserHash })
      return {
        about: { minutes: magicLinkMinutes },
        path: linkTo(screens.magicLink, { token }),
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      }
    },
  }),

  'reset-password': letterKind('reset-password', {
    when: 'Somebody pressed "Forgot password?".',
    parameters: user,
    prepare: async (due) => ({
      about: { minutes: resetLinkMinutes },
      path: await passwordLink(due, { kind: 'reset', organization: null, invitedBy: null }, resetLinkMinutes),
    }),
  }),

  'password-changed': letterKind('password-changed', {
    when: 'A password was set: its owner is told, whoever did it.',
    parameters: user,
    prepare: () => ({ about: {}, path: screens.login }),
  }),

  'first-password': letterKind('first-password', {
    when: 'Somebody without a password was registered or invited.',
    parameters: invited,
    prepare: async (due) => ({
      about: { ...due.parameters, days: firstPasswordDays },
      path: await passwordLink(due, { ...due.parameters, kind: 'first' }, firstPasswordDays * 24 * 60),
    }),
  }),

  'member-added': letterKind('member-added', {
    when: 'Somebody who has an account already was registered or invited somewhere.',
    parameters: invited,
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.dashboard, { in: parameters.organizationId }),
    }),
  }),

  'factors-changed': letterKind('factors-changed', {
    when: 'An app, a passkey or recovery codes were added, removed or replaced.',
    parameters: user.extend({ change: z.enum(factorChanges).catch('changed'), name: z.string().default('') }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.login }),
  }),

  'attempts-refused': letterKind('attempts-refused', {
    when: 'After a burst of refused sign-ins or accesses, once an hour.',
    parameters: user.extend({ attempts: z.number(), passedFirst: z.number(), accesses: z.number() }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.account }),
  }),

  'email-confirm': letterKind('email-confirm', {
    when: 'Somebody wants another address: to the new one, with the link that proves that it can be read.',
    parameters: user,
    prepare: async ({ db, now, recipient, parameters: { userId } }) => {
      const token = randomToken()
      const expiresAt = inMinutes(now, emailLinkMinutes)
      const link = { userId, email: recipient, tokenHash: digestOf(token), expiresAt }
      if (!(await keepEmailChangeLink(db, link))) return null // they took the wish back, or have another one
      return { about: { minutes: emailLinkMinutes }, path: linkTo(screens.confirmEmail, { token }) }
    },
  }),

  'email-asked': letterKind('email-asked', {
    when: 'Somebody wants another address: to the one that stands.',
    parameters: address,
    prepare: ({ parameters }) => ({ about: parameters, path: screens.account }),
  }),

  'email-changed': letterKind('email-changed', {
    when: 'The address of an account was changed: to the former one.',
    parameters: address,
    prepare: ({ parameters }) => ({ about: parameters, path: screens.contact }),
  }),

  'donor-link': letterKind('donor-link', {
    when: 'A donor, who has no account, wants to look at or correct a match.',
    parameters: z.object({ organizationId: z.number(), donationId: z.number(), organization: name }),
    prepare: async ({ db, now, locale, recipient, parameters: { organizationId, donationId, organization } }) => {
      const token = randomToken()
      const expiresAt = inMinutes(now, donorLinkMinutes)
      const link = { organizationId, donationId, recipient, tokenHash: digestOf(token), now, expiresAt }
      if (!(await insertDonorLink(db, link))) return null // the gift is somebody else's by now
      return {
        about: { organization, minutes: donorLinkMinutes },
        path: linkTo(screens.donorMatch, { matchId: donationId, token, lang: locale.slice(0, 2) }),
      }
    },
  }),
} as const

type AccountLetter = keyof typeof accountLetters

type Queued<Kind extends AccountLetter> = {
  readonly kind: Kind
  readonly recipient: string
  readonly parameters: z.input<(typeof accountLetters)[Kind]['parameters']>
  readonly now: Date
}

/** Queues one letter about an account, in the transaction of what it tells. */
export async function sendAccountMail<Kind extends AccountLetter>(db: Db, mail: Queued<Kind>): Promise<void> {
  await insertLetter(db, { ...mail, messageId: newMessageId() })
}

type OfUser = Pick<DueLetter<{ readonly userId: number }>, 'db' | 'now' | 'parameters'>

type About = Pick<NewLink, 'kind' | 'organization' | 'invitedBy'>

async function passwordLink({ db, now, parameters: { userId } }: OfUser, about: About, minutes: number) {
  const { kind, organization, invitedBy } = about
  const token = randomToken()
  const expiresAt = inMinutes(now, minutes)
  await insertPasswordLink(db, { tokenHash: digestOf(token), userId, kind, organization, invitedBy, now, expiresAt })
  return linkTo(screens.resetPassword, { token })
}

const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
