import { randomUUID } from 'node:crypto'
import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { type Letter, writeLetter } from '../../../platform/mail/letter.ts'
import type { MailQueue, Prepared } from '../../../platform/mail/outbox.ts'
import { domainOf, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Room } from '../../../platform/room.ts'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import { keepEmailChangeLink } from '../account/email-changes.queries.ts'
import { insertDonorLink } from '../magic-link/donor-links.queries.ts'
import { linkCodeHash, newLinkCode } from '../magic-link/link-codes.ts'
import { replaceLoginLink } from '../magic-link/login-links.queries.ts'
import { insertPasswordLink } from '../passwords/password.queries.ts'
import {
  attemptsRefusedMail,
  donorLinkMail,
  emailAskedMail,
  emailChangedMail,
  emailConfirmMail,
  factorsChangedMail,
  firstPasswordMail,
  magicLinkMail,
  memberAddedMail,
  passwordChangedMail,
  resetPasswordMail,
} from './account-mail-texts.ts'
import { getAccountMail, queueAccountMail } from './account-mails.queries.ts'

export const magicLinkMinutes = 10
export const resetLinkMinutes = 60
const donorLinkMinutes = 60
export const emailLinkMinutes = 60
/** Who was registered or invited did not ask for the mail just now, and may find it after a weekend. */
export const firstPasswordDays = 3

const user = z.object({ userId: z.number() })
const organization = { organization: z.string(), invitedBy: z.string().nullable() }

/** The kinds of mail about an account, with what the queue keeps of each: never a secret. */
const kinds = {
  'magic-link': user.extend({
    redirect: z.string(),
    browser: z.string().optional().describe('digest of the cookie of the browser that asked'),
  }),
  'reset-password': user,
  'password-changed': user,
  /** Who was registered or invited and has no password yet. */
  'first-password': user.extend(organization),
  /** Who has an account already and was registered or invited somewhere. */
  'member-added': user.extend(organization),
  'factors-changed': user.extend({ change: z.string() }),
  /** After a burst of refusals: what was refused within an hour. */
  'attempts-refused': user.extend({ attempts: z.number(), passedFirst: z.number(), accesses: z.number() }),
  /** To the new address: the link that proves that it can be read. */
  'email-confirm': user,
  /** To the old address: what is asked for, and later what was done. */
  'email-asked': z.object({ email: z.string() }),
  'email-changed': z.object({ email: z.string() }),
  /** A donor who wants to correct a match; they have no account. */
  'donor-link': z.object({ organizationId: z.number(), donationId: z.number(), organization: z.string() }),
} as const

type Kind = keyof typeof kinds
type ParametersOf<K extends Kind> = z.input<(typeof kinds)[K]>

const isKind = (kind: string): kind is Kind => kind in kinds

type Queued<K extends Kind> = {
  readonly kind: K
  readonly recipient: string
  readonly parameters: ParametersOf<K>
  readonly now: Date
}

/** Queues one mail about an account, in the transaction of what it tells. */
export async function sendAccountMail<K extends Kind>(db: Db, mail: Queued<K>): Promise<void> {
  await queueAccountMail(db, { ...mail, messageId: `${randomUUID()}@mail.twofold.example` })
}

type Given = {
  readonly platform: Platform
  readonly db: Db
  readonly now: Date
  readonly parameters: unknown
  readonly recipient: string
}

/** Secrets are made here, when the mail is sent, so that the queue never holds one. Null: nobody wants it any more. */
const writers: { readonly [K in Kind]: (given: Given) => Promise<Letter | null> } = {
  'magic-link': async ({ platform, db, now, parameters }) => {
    const { userId, redirect, browser } = kinds['magic-link'].parse(parameters)
    const token = randomToken()
    const code = newLinkCode()
    const tokenHash = digestOf(token)
    const expiresAt = new Date(now.getTime() + magicLinkMinutes * 60_000)
    const codeHash = linkCodeHash(platform, tokenHash, code)
    const browserHash = browser === undefined ? null : Buffer.from(browser, 'base64url')
    await replaceLoginLink(db, { tokenHash, userId, redirect, now, expiresAt, codeHash, browserHash })
    return magicLinkMail(`${platform.publicUrl()}${linkTo(screens.magicLink, { token })}`, code)
  },
  'reset-password': async (given) => {
    const { userId } = kinds['reset-password'].parse(given.parameters)
    return resetPasswordMail(await passwordLink(given, userId, 'reset', resetLinkMinutes))
  },
  'password-changed': async ({ platform }) => passwordChangedMail(`${platform.publicUrl()}${screens.login}`),
  'first-password': async (given) => {
    const { userId, ...about } = kinds['first-password'].parse(given.parameters)
    const link = await passwordLink(given, userId, 'first', firstPasswordDays * 24 * 60)
    return firstPasswordMail(link, about, firstPasswordDays)
  },
  'member-added': async ({ platform, parameters }) =>
    memberAddedMail(`${platform.publicUrl()}${screens.dashboard}`, kinds['member-added'].parse(parameters)),
  'donor-link': async ({ platform, db, now, parameters }) => {
    const { organizationId, donationId, organization } = kinds['donor-link'].parse(parameters)
    const token = randomToken()
    const expiresAt = new Date(now.getTime() + donorLinkMinutes * 60_000)
    await insertDonorLink(db, { organizationId, donationId, tokenHash: digestOf(token), now, expiresAt })
    return donorLinkMail(
      `${platform.publicUrl()}${linkTo(screens.donorMatch, { matchId: donationId, token })}`,
      organization,
    )
  },
  'email-confirm': async ({ platform, db, now, parameters, recipient }) => {
    const { userId } = kinds['email-confirm'].parse(parameters)
    const token = randomToken()
    const expiresAt = new Date(now.getTime() + emailLinkMinutes * 60_000)
    const isWanted = await keepEmailChangeLink(db, {
      userId,
      email: recipient,
      tokenHash: digestOf(token),
      expiresAt,
    })
    return isWanted ? emailConfirmMail(`${platform.publicUrl()}${linkTo(screens.confirmEmail, { token })}`) : null
  },
  'email-asked': async ({ platform, parameters }) =>
    emailAskedMail(`${platform.publicUrl()}${screens.account}`, kinds['email-asked'].parse(parameters).email),
  'email-changed': async ({ platform, parameters }) =>
    emailChangedMail(`${platform.publicUrl()}${screens.contact}`, kinds['email-changed'].parse(parameters).email),
  'attempts-refused': async ({ platform, parameters }) =>
    attemptsRefusedMail(`${platform.publicUrl()}${screens.account}`, kinds['attempts-refused'].parse(parameters)),
  'factors-changed': async ({ platform, parameters }) =>
    factorsChangedMail(`${platform.publicUrl()}${screens.login}`, kinds['factors-changed'].parse(parameters).change),
}

async function passwordLink({ platform, db, now }: Given, userId: number, kind: 'reset' | 'first', minutes: number) {
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await insertPasswordLink(db, { tokenHash: digestOf(token), userId, kind, now, expiresAt })
  return `${platform.publicUrl()}${linkTo(screens.resetPassword, { token })}`
}

/** Mail about an account: its secret is made when it is sent. `others` are the kinds of other rooms. */
export function accountMailQueue(platform: Platform, others: NonNullable<Room['letters']> = {}): MailQueue {
  return {
    table: 'account_mails',
    prepare: async (due): Promise<Prepared> => {
      const now = platform.clock()
      // A donor's link is an organization's row.
      return acrossOrganizations(platform.database, async (db) => {
        const { kind, recipient, parameters } = await getAccountMail(db, due.id)
        const letter =
          others[kind]?.(parameters, platform.publicUrl()) ??
          (isKind(kind) ? await writers[kind]({ platform, db, now, parameters, recipient }) : null)
        if (!letter) return { skip: isKind(kind) ? 'nobody wants it any more' : `unknown kind ${kind}` }
        const to = { name: '', address: recipient }
        const messageId = `${due.message_id.split('@')[0]}@${domainOf(senderAddress(platform.config.mailFrom))}`
        return { mail: { ...writeLetter(platform, letter), to, messageId, headers: byMachine } }
      })
    },
  }
}

// Nobody's absence note answers these. Who asked for such a mail cannot unsubscribe from it, so no List-Unsubscribe.
const byMachine = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }
