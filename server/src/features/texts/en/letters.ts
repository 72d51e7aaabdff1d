import type { Invited, LetterTexts } from '../letter-texts.ts'

// What letters to people who work with the product say. How a letter looks is said in platform/mail.

const youAsked = 'You get this mail because somebody asked for it with your address at Twofold.'
const yourAccount = 'You get this mail because you have an account at Twofold. Mails about its safety are always sent.'

const reasonOf = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `${invitedBy} has invited you to work on employer matching for ${organization}.`
    : `${organization} is now registered with Twofold, and you are its administrator.`

const whyInvited = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `You get this mail because ${invitedBy} gave your address for ${organization}.`
    : `You get this mail because your address was given when ${organization} was registered.`

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const whyAdmin = (organization: string): string =>
  `You get this mail because you are an administrator of ${organization} at Twofold.`

const shutDoors =
  'API keys that they made or have seen are deleted, and webhooks to an address of theirs are switched off. ' +
  'Look through your users and notification e-mails: whom they added there stays.'

export const englishLetters: LetterTexts = {
  'magic-link': ({ minutes }) => ({
    subject: 'Your sign-in link for Twofold',
    heading: 'Sign in to Twofold',
    before: [`Open the link, then press "Sign in" on the page. It works once, within the next ${minutes} minutes.`],
    button: 'Open the sign-in page',
    code: 'In another browser or on another device, enter this code:',
    after:
      'If you did not ask for it, you can leave this mail alone: nobody can sign in without it. Do not tell anybody the code; ' +
      'we never ask for it.',
    why: youAsked,
  }),

  'reset-password': ({ minutes }) => ({
    subject: 'Set a new password for Twofold',
    heading: 'Set a new password',
    before: [`Open the link and choose a new password. It works once, within the next ${minutes} minutes.`],
    button: 'Choose a new password',
    after: 'If you did not ask for it, you can leave this mail alone: your password stays as it is.',
    why: youAsked,
  }),

  'password-changed': () => ({
    subject: 'Your Twofold password was changed',
    heading: 'Your password was changed',
    before: [
      'A new password was just set for your account. Everybody who was signed in with it has been signed out, and links ' +
        'that were mailed before no longer work.',
    ],
    button: 'Sign in',
    after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
    why: yourAccount,
  }),

  'first-password': ({ days, ...about }) => ({
    subject: about.invitedBy
      ? `You are invited to ${about.organization} on Twofold`
      : `${about.organization} is registered: create your password`,
    heading: 'Create your password',
    before: [
      reasonOf(about),
      `Choose a password to come in. The link works once, within the next ${days} days; after that, "Forgot password?" on the ` +
        'sign-in page sends you a new one.',
    ],
    button: 'Create your password',
    after: 'If you do not know what this is about, you can leave this mail alone.',
    why: whyInvited(about),
  }),

  'member-added': (about) => ({
    subject: about.invitedBy
      ? `You are invited to ${about.organization} on Twofold`
      : `${about.organization} is registered with Twofold`,
    heading: about.invitedBy ? 'You have a new organization' : 'Your organization is registered',
    before: [reasonOf(about), 'You have an account already: sign in as you are used to.'],
    button: 'Open the portal',
    after: 'If you do not know what this is about, please write to our support.',
    why: whyInvited(about),
  }),

  'factors-changed': ({ change }) => ({
    subject: 'The way you sign in to Twofold was changed',
    heading: 'The way you sign in was changed',
    before: [change],
    button: 'Sign in',
    after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
    why: yourAccount,
  }),

  'attempts-refused': ({ attempts, passedFirst, accesses }) => ({
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
    button: 'Open your account',
    after:
      'If it was not you, choose a password that you use nowhere else, and set up a second step, which keeps out whoever knows your ' +
      'password. We write at most once an hour about this.',
    why: yourAccount,
  }),

  'email-confirm': ({ minutes }) => ({
    subject: 'Confirm your new address for Twofold',
    heading: 'Confirm your new address',
    before: [
      'Somebody wants to sign in to Twofold with this address from now on. If that is you, open the link and press the ' +
        `button on the page. It works once, within the next ${minutes} minutes.`,
    ],
    button: 'Confirm this address',
    after: 'If it is not you, you can leave this mail alone: nothing is changed without it.',
    why: youAsked,
  }),

  'email-asked': ({ email }) => ({
    subject: 'A new address for your Twofold account',
    heading: 'Somebody asked to change your address',
    before: [
      `The address of your account is to become ${email}. Nothing has changed yet: the link that we sent there ` +
        'has to be opened first.',
    ],
    button: 'Open your account',
    after: 'If this was not you, take the new address back there, and change your password.',
    why: yourAccount,
  }),

  'email-changed': ({ email }) => ({
    subject: 'Your Twofold address was changed',
    heading: 'Your address was changed',
    before: [`You sign in with ${email} now, and mails about your account go there. This address is no longer used.`],
    button: 'Write to our support',
    after: 'If this was not you, please write to us at once.',
    why: yourAccount,
  }),

  'donor-link': ({ organization, minutes }) => ({
    subject: `Your matching request for ${organization}`,
    heading: 'Open your matching request',
    before: [
      `You asked to look at, or correct, the employer match of your gift to ${organization}. Open the link and press the ` +
        `button on the page. It works once, within the next ${minutes} minutes.`,
    ],
    button: 'Open my matching request',
    after: 'If you did not ask for it, you can leave this mail alone: nothing is shown or changed without it.',
    why: `You get this mail because somebody asked for it, about a gift with your address to ${organization}.`,
  }),

  'donor-handover': ({ organization, email, days }) => ({
    subject: `Hand your matching request for ${organization} to another address?`,
    heading: 'Is this your wish?',
    before: [
      `Somebody who opened the one-time link to your matching request for ${organization} asked to hand it to ${email}. ` +
        `From then on we write about it to that address, and only whoever reads it can change it.`,
      `If this is right, open the link within ${days} days and press the button on the page.`,
    ],
    button: 'Hand it over',
    after: 'If it is not, do nothing: the request stays yours, and nothing was changed.',
    why: `You get this email because your address is the one that we know for a gift to ${organization}.`,
  }),

  contact: ({ name, email, subject, message }) => ({
    subject: `Contact: ${subject}`,
    heading: subject,
    before: [`From ${name} <${email}>, by the contact form.`, message],
    after: 'An answer to this mail goes to the sender. The address was typed and is not checked.',
    why: 'You get this mail because your address is the support address of Twofold.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Matching gift requests of ${organization} for employees of ${company}`,
    heading: 'Gifts of your employees to match',
    before: [
      `${organization} confirms that it received the gifts in the attached list from people who work at ${company}, and asks you to match them.`,
      totals.join('\n'),
      'The list names each gift with its day, its amount and the match that is requested.',
    ],
    after: `An answer to this mail goes to ${organization}.`,
    why: `You get this mail because ${by} submitted these gifts for ${organization} and gave your address as the one of ${company} for matching gifts.`,
  }),

  'webhook-disabled': ({ url, organization, because }) => ({
    subject: `A webhook of ${organization} was switched off`,
    heading: 'A webhook was switched off',
    before: [
      `The webhook https://${url} of ${organization} was switched off.\n${because}`,
      'Nothing is sent there any more. When your receiver is ready, switch the webhook on again under Integrations, Webhooks, ' +
        'and resend from its delivery log what it missed.',
    ],
    button: 'Open the webhooks',
    after: 'If you do not look after this receiver, please pass this mail on to whoever does.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `${parent} asks you to become its chapter`,
    heading: `A chapter of ${parent}?`,
    before: [
      `${askedBy} of ${parent} asks whether ${organization} wants to become its chapter.`,
      'If you agree, its people see and work on your gifts, donors, lists and settings with the level they have there, ' +
        'its API keys and webhooks hear of your gifts, and your fees are billed to it. You keep your own people, and can leave again.',
      `Nothing of yours is shown to them before you agree. The request is open for ${days} days.`,
    ],
    button: 'Open the portal',
    after: 'If you do not know them, decline, or leave this mail alone: then nothing changes.',
    why: whyAdmin(organization),
  }),

  'chapter-joined': ({ organization, chapter }) => ({
    subject: `${chapter} is now a chapter of ${organization}`,
    heading: 'You have a new chapter',
    before: [
      `${chapter} has agreed. Your people can work in it now, and your lists and sums hold its gifts, the earlier ones too.`,
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),

  'chapter-left': ({ organization, other, isParent }) => ({
    subject: isParent
      ? `${other} is no longer a chapter of ${organization}`
      : `${organization} is no longer a chapter of ${other}`,
    heading: isParent ? 'A chapter has gone its own way' : 'You are on your own now',
    before: [
      isParent
        ? `${other} keeps its gifts, donors and settings. Your lists and sums no longer hold them, and its fees are no longer billed to you.`
        : `You keep your gifts, donors, people and settings. The people of ${other} no longer see them, and no longer pay your fees: look at Billing.`,
      ...(isParent ? [] : [shutDoors]),
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),
}
