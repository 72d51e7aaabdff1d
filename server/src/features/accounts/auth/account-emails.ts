import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { issueLink, renewLink } from '../../../platform/links/links.queries.ts'
import { type LinkPurpose, links, type PasswordDetail } from '../../../platform/links/purposes.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { digestOf, randomToken } from '../../../platform/security/secrets.ts'
import { factorChanges } from '../../core/texts/index.ts'
import {
  type DueSystemEmail,
  insertSystemEmail,
  organizationParameters,
  sanitizeName,
  systemEmailKind,
} from '../../email/system-emails/index.ts'
import { findDonorOfGift } from './magic-link/donor-links.queries.ts'
import { linkCodeHash, newLinkCode } from './magic-link/link-codes.ts'

const userParameters = z.object({ userId: z.number() })
const nameText = z.string().transform(sanitizeName)
const addressParameters = z.object({ email: z.string().transform((text) => oneLine(text, 255)) })
const invitationParameters = organizationParameters.extend({ userId: z.number(), invitedBy: nameText.nullable() })

/** Secrets are created when a letter is sent, so that the queue never contains one. */
export const accountEmails = {
  'magic-link': systemEmailKind('magic-link', {
    when: 'A sign-in link was asked for with the address of an account.',
    parameters: userParameters.extend({
      redirect: z.string(),
      browser: z.string().optional().describe('digest of the cookie of the browser that asked'),
    }),
    prepare: async ({ platform, db, now, parameters: { userId, redirect, browser } }) => {
      const token = randomToken()
      const code = newLinkCode()
      const codeHash = linkCodeHash(platform, digestOf(token), code)
      const detail = { redirect, code: codeHash, browser: browser ?? null, tries: 0 }
      await issueLink(db, links.signIn, { userId, detail, now, token })
      return {
        about: { minutes: links.signIn.minutes },
        path: linkTo(screens.magicLink, { token }),
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      }
    },
  }),

  'reset-password': systemEmailKind('reset-password', {
    when: 'Somebody pressed "Forgot password?".',
    parameters: userParameters,
    prepare: async (due) => ({
      about: { minutes: links.resetPassword.minutes },
      path: await passwordPath(due, links.resetPassword, { organization: null, invitedBy: null }),
    }),
  }),

  'password-changed': systemEmailKind('password-changed', {
    when: 'A password was set: its owner is told, whoever did it.',
    parameters: userParameters,
    prepare: () => ({ about: {}, path: screens.login }),
  }),

  'first-password': systemEmailKind('first-password', {
    when: 'Somebody without a password was registered or invited.',
    parameters: invitationParameters,
    prepare: async (due) => ({
      about: { ...due.parameters, days: links.firstPassword.minutes / (24 * 60) },
      path: await passwordPath(due, links.firstPassword, due.parameters),
    }),
  }),

  'member-added': systemEmailKind('member-added', {
    when: 'Somebody who has an account already was registered or invited somewhere.',
    parameters: invitationParameters,
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.dashboard, { in: parameters.organizationId }),
    }),
  }),

  'factors-changed': systemEmailKind('factors-changed', {
    when: 'An app, a passkey or recovery codes were added, removed or replaced.',
    parameters: userParameters.extend({ change: z.enum(factorChanges).catch('changed'), name: z.string().default('') }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.login }),
  }),

  'attempts-refused': systemEmailKind('attempts-refused', {
    when: 'After a burst of refused sign-ins or accesses, once an hour.',
    parameters: userParameters.extend({ attempts: z.number(), passedFirst: z.number(), accesses: z.number() }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.account }),
  }),

  'email-confirm': systemEmailKind('email-confirm', {
    when: 'Somebody wants another address: to the new one, with the link that proves that it can be read.',
    parameters: userParameters,
    prepare: async ({ db, now, recipient, parameters: { userId } }) => {
      const token = await renewLink(db, links.confirmEmail, { userId, detail: { email: recipient }, now })
      if (token === null) return null
      return { about: { minutes: links.confirmEmail.minutes }, path: linkTo(screens.confirmEmail, { token }) }
    },
  }),

  'email-asked': systemEmailKind('email-asked', {
    when: 'Somebody wants another address: to the one that stands.',
    parameters: addressParameters,
    prepare: ({ parameters }) => ({ about: parameters, path: screens.account }),
  }),

  'email-changed': systemEmailKind('email-changed', {
    when: 'The address of an account was changed: to the former one.',
    parameters: addressParameters,
    prepare: ({ parameters }) => ({ about: parameters, path: screens.contact }),
  }),

  'donor-link': systemEmailKind('donor-link', {
    when: 'A donor, who has no account, wants to look at or correct a match.',
    parameters: z.object({ organizationId: z.number(), donationId: z.number(), organization: nameText }),
    prepare: async ({ db, now, locale, recipient, parameters: { organizationId, donationId, organization } }) => {
      const gift = { organizationId, donationId }
      const donor = await findDonorOfGift(db, { ...gift, recipient })
      if (!donor) return null
      const token = await issueLink(db, links.donorMatch, { ...gift, ...donor, detail: {}, now })
      return {
        about: { organization, minutes: links.donorMatch.minutes },
        path: linkTo(screens.donorMatch, { matchId: donationId, token, lang: locale.slice(0, 2) }),
      }
    },
  }),
} as const

type AccountMailKind = keyof typeof accountEmails

type QueuedAccountMail<Kind extends AccountMailKind> = {
  readonly kind: Kind
  readonly recipient: string
  readonly parameters: z.input<(typeof accountEmails)[Kind]['parameters']>
  readonly now: Date
}

export async function sendAccountMail<Kind extends AccountMailKind>(
  db: Db,
  mail: QueuedAccountMail<Kind>,
): Promise<void> {
  await insertSystemEmail(db, mail)
}

type UserMail = Pick<DueSystemEmail<{ readonly userId: number }>, 'db' | 'now' | 'parameters'>

async function passwordPath(
  { db, now, parameters: { userId } }: UserMail,
  purpose: LinkPurpose<string, PasswordDetail>,
  { organization, invitedBy }: PasswordDetail,
): Promise<string> {
  const token = await issueLink(db, purpose, { userId, detail: { organization, invitedBy }, now })
  return linkTo(screens.resetPassword, { token })
}
