import type { Letter } from '../../../platform/mail/letter.ts'
import { oneLine } from '../../../platform/mail/plain-words.ts'

// What each mail about an account says. How a mail looks is said in platform/mail.

const youAsked = 'You get this mail because somebody asked for it with your address at Twofold.'
const yourAccount = 'You get this mail because you have an account at Twofold. Mails about its safety are always sent.'

export const magicLinkMail = (link: string, code: string): Letter => ({
  subject: 'Your sign-in link for Twofold',
  heading: 'Sign in to Twofold',
  before: ['Open the link, then press "Sign in" on the page. It works once, within the next 10 minutes.'],
  button: { label: 'Open the sign-in page', link },
  code: {
    label: 'In another browser or on another device, enter this code:',
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  },
  after:
    'If you did not ask for it, you can leave this mail alone: nobody can sign in without it. Do not tell anybody the code; ' +
    'we never ask for it.',
  why: youAsked,
})

export const resetPasswordMail = (link: string): Letter => ({
  subject: 'Set a new password for Twofold',
  heading: 'Set a new password',
  before: ['Open the link and choose a new password. It works once, within the next 60 minutes.'],
  button: { label: 'Choose a new password', link },
  after: 'If you did not ask for it, you can leave this mail alone: your password stays as it is.',
  why: youAsked,
})

export const passwordChangedMail = (link: string): Letter => ({
  subject: 'Your Twofold password was changed',
  heading: 'Your password was changed',
  before: [
    'A new password was just set for your account. Everybody who was signed in with it has been signed out, and links ' +
      'that were mailed before no longer work.',
  ],
  button: { label: 'Sign in', link },
  after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
  why: yourAccount,
})

type About = { readonly organization: string; readonly invitedBy: string | null }

const reasonOf = ({ organization, invitedBy }: About): string =>
  invitedBy
    ? `${name(invitedBy)} has invited you to work on employer matching for ${name(organization)}.`
    : `${name(organization)} is now registered with Twofold, and you are its administrator.`

const whyInvited = ({ organization, invitedBy }: About): string =>
  invitedBy
    ? `You get this mail because ${name(invitedBy)} gave your address for ${name(organization)}.`
    : `You get this mail because your address was given when ${name(organization)} was registered.`

export const firstPasswordMail = (link: string, about: About, days: number): Letter => ({
  subject: about.invitedBy
    ? `You are invited to ${name(about.organization)} on Twofold`
    : `${name(about.organization)} is registered: create your password`,
  heading: 'Create your password',
  before: [
    reasonOf(about),
    `Choose a password to come in. The link works once, within the next ${days} days; after that, "Forgot password?" on the ` +
      'sign-in page sends you a new one.',
  ],
  button: { label: 'Create your password', link },
  after: 'If you do not know what this is about, you can leave this mail alone.',
  why: whyInvited(about),
})

export const memberAddedMail = (link: string, about: About): Letter => ({
  subject: about.invitedBy
    ? `You are invited to ${name(about.organization)} on Twofold`
    : `${name(about.organization)} is registered with Twofold`,
  heading: about.invitedBy ? 'You have a new organization' : 'Your organization is registered',
  before: [reasonOf(about), 'You have an account already: sign in as you are used to.'],
  button: { label: 'Open the portal', link },
  after: 'If you do not know what this is about, please write to our support.',
  why: whyInvited(about),
})

export const factorsChangedMail = (link: string, change: string): Letter => ({
  subject: 'The way you sign in to Twofold was changed',
  heading: 'The way you sign in was changed',
  before: [change],
  button: { label: 'Sign in', link },
  after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
  why: yourAccount,
})

type Refused = { readonly attempts: number; readonly passedFirst: number; readonly accesses: number }

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const attemptsRefusedMail = (link: string, { attempts, passedFirst, accesses }: Refused): Letter => ({
  subject: 'Refused attempts on your Twofold account',
  heading: 'Somebody tried to get in, and was refused',
  before: [
    ...(attempts > 0
      ? [
          `Within an hour, ${counted(attempts, 'attempt', 'attempts')} to use your account with a wrong password or code ${attempts === 1 ? 'was' : 'were'} refused.`,
        ]
      : []),
    ...(passedFirst > 0
      ? [
          `${counted(passedFirst, 'of them was', 'of them were')} at the second step: whoever it was had passed the first one. If it was not you, ` +
            'somebody knows your password or reads your mail. Change your password at once.',
        ]
      : []),
    ...(accesses > 0
      ? [
          `Somebody who was signed in to your account asked ${counted(accesses, 'time', 'times')} for things that are not open to you.`,
        ]
      : []),
    'If that was you, there is nothing to do. When, from where and with which device it was stands in the history of your account.',
  ],
  button: { label: 'Open your account', link },
  after:
    'If it was not you, choose a password that you use nowhere else, and set up a second step, which keeps out whoever knows your ' +
    'password. We write at most once an hour about this.',
  why: yourAccount,
})

export const emailConfirmMail = (link: string): Letter => ({
  subject: 'Confirm your new address for Twofold',
  heading: 'Confirm your new address',
  before: [
    'Somebody wants to sign in to Twofold with this address from now on. If that is you, open the link and press the ' +
      'button on the page. It works once, within the next 60 minutes.',
  ],
  button: { label: 'Confirm this address', link },
  after: 'If it is not you, you can leave this mail alone: nothing is changed without it.',
  why: youAsked,
})

export const emailAskedMail = (link: string, email: string): Letter => ({
  subject: 'A new address for your Twofold account',
  heading: 'Somebody asked to change your address',
  before: [
    `The address of your account is to become ${oneLine(email, 255)}. Nothing has changed yet: the link that we sent there ` +
      'has to be opened first.',
  ],
  button: { label: 'Open your account', link },
  after: 'If this was not you, take the new address back there, and change your password.',
  why: yourAccount,
})

export const emailChangedMail = (link: string, email: string): Letter => ({
  subject: 'Your Twofold address was changed',
  heading: 'Your address was changed',
  before: [
    `You sign in with ${oneLine(email, 255)} now, and mails about your account go there. This address is no longer used.`,
  ],
  button: { label: 'Write to our support', link },
  after: 'If this was not you, please write to us at once.',
  why: yourAccount,
})

export const donorLinkMail = (link: string, organization: string): Letter => ({
  subject: `Your matching request for ${name(organization)}`,
  heading: 'Open your matching request',
  before: [
    `You asked to look at, or correct, the employer match of your gift to ${name(organization)}. Open the link and press the ` +
      'button on the page. It works once, within the next 60 minutes.',
  ],
  button: { label: 'Open my matching request', link },
  after: 'If you did not ask for it, you can leave this mail alone: nothing is shown or changed without it.',
  why: `You get this mail because somebody asked for it, about a gift with your address to ${name(organization)}.`,
})

const name = (text: string): string => oneLine(text, 120)
