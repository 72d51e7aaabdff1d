import { countedIn } from '../counted.ts'
import type { AccountEmailTexts, FactorChanges, Invited } from '../system-email-texts.ts'

const counted = countedIn('en-US')

const youAsked = 'You’re getting this email because someone entered your address at Twofold.'

const yourAccount =
  'You’re getting this email because you have a Twofold account. We always send emails about its security.'

// Strangers choose these names and the recipient, so neither the subject nor the first line contains them.
const reasonOf = ({ organization, invitedBy }: Invited): string[] =>
  invitedBy
    ? [
        'Someone invited you to work on employer matching at Twofold.',
        `Organization: ${organization}\nInvited by: ${invitedBy}`,
      ]
    : ['Your organization is registered with Twofold, and you’re its administrator.', `Organization: ${organization}`]

const whyInvited = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `You’re getting this email because ${invitedBy} gave your address for ${organization}.`
    : `You’re getting this email because your address was given when ${organization} was registered.`

const changes: FactorChanges = {
  app_added: () => 'An authenticator app was added.',
  app_removed: () => 'Your authenticator app was removed.',
  codes_renewed: () => 'Your recovery codes were replaced.',
  passkey_added: (name) => `A passkey was added: ${name}.`,
  passkey_removed: (name) => `A passkey was removed: ${name}.`,
  changed: () => 'Your two-step sign-in or your recovery codes were changed.',
}

export const englishAccountEmails: AccountEmailTexts = {
  'magic-link': ({ minutes }) => ({
    subject: 'Your sign-in link for Twofold',
    heading: 'Sign in to Twofold',
    before: [`Open the link, then press “Sign in”. It works once and expires in ${minutes} minutes.`],
    button: 'Open the sign-in page',
    code: 'In another browser or on another device, enter this code:',
    after:
      'If you didn’t request it, you can ignore this email: nobody can sign in without it. Don’t share the code with anyone; ' +
      'we never ask for it.',
    why: youAsked,
  }),

  'reset-password': ({ minutes }) => ({
    subject: 'Set a new password for Twofold',
    heading: 'Set a new password',
    before: [`Open the link and choose a new password. It works once and expires in ${minutes} minutes.`],
    button: 'Choose a new password',
    after: 'If you didn’t request it, you can ignore this email: your password stays the same.',
    why: youAsked,
  }),

  'password-changed': () => ({
    subject: 'Your Twofold password was changed',
    heading: 'Your password was changed',
    before: [
      'A new password was just set for your account. Everyone who was signed in to it was signed out, and the ' +
        'links in our earlier emails no longer work.',
    ],
    button: 'Sign in',
    after: 'If this wasn’t you, press “Forgot password?” on that page right away, and contact support.',
    why: yourAccount,
  }),

  'first-password': ({ days, ...about }) => ({
    subject: about.invitedBy
      ? 'You’re invited to Twofold'
      : 'Your organization is registered: create your Twofold password',
    heading: 'Create your password',
    before: [
      ...reasonOf(about),
      `Choose a password to get started. The link works once and expires in ${days} days. After that, use “Forgot password?” on the ` +
        'sign-in page to get a new one.',
    ],
    button: 'Create your password',
    after: 'Not expecting this? You can ignore this email.',
    why: whyInvited(about),
  }),

  'member-added': (about) => ({
    subject: about.invitedBy
      ? 'You’re invited to another organization on Twofold'
      : 'Your organization is registered with Twofold',
    heading: about.invitedBy ? 'You have a new organization' : 'Your organization is registered',
    before: [...reasonOf(about), 'You already have an account. Sign in as usual.'],
    button: 'Open the portal',
    after: 'Not expecting this? Contact support.',
    why: whyInvited(about),
  }),

  'factors-changed': ({ change, name }) => ({
    subject: 'Your Twofold sign-in settings changed',
    heading: 'Your sign-in settings changed',
    before: [changes[change](name)],
    button: 'Sign in',
    after: 'If this wasn’t you, press “Forgot password?” on that page right away, and contact support.',
    why: yourAccount,
  }),

  'attempts-refused': ({ attempts, passedFirst, accesses }) => ({
    subject: 'Failed attempts on your Twofold account',
    heading: 'Someone tried to sign in as you',
    before: [
      ...(attempts > 0
        ? [
            `Within an hour, ${counted(attempts, 'attempt', 'attempts')} to use your account with a wrong password or code ${attempts === 1 ? 'was' : 'were'} refused.`,
          ]
        : []),
      ...(passedFirst > 0
        ? [
            `${counted(passedFirst, 'of them', 'of them')} got past the first step of signing in. If it wasn’t you, ` +
              'someone knows your password or can read your email. Change your password right away.',
          ]
        : []),
      ...(accesses > 0
        ? [
            `Someone signed in to your account tried ${counted(accesses, 'time', 'times')} to open things you don’t have access to.`,
          ]
        : []),
      'If it was you, there’s nothing to do. Your account’s recent activity shows when, where, and on which device.',
    ],
    button: 'Open your account',
    after:
      'If it wasn’t you, choose a password you don’t use anywhere else, and set up two-step sign-in, which keeps out anyone who knows your ' +
      'password. We send at most one of these emails an hour.',
    why: yourAccount,
  }),

  'email-confirm': ({ minutes }) => ({
    subject: 'Confirm your new address for Twofold',
    heading: 'Confirm your new address',
    before: [
      'Someone wants to sign in to Twofold with this address from now on. If that’s you, open the link and press the ' +
        `button on the page. It works once and expires in ${minutes} minutes.`,
    ],
    button: 'Confirm this address',
    after: 'Not you? You can ignore this email. Nothing changes without it.',
    why: youAsked,
  }),

  'email-asked': ({ email }) => ({
    subject: 'A new address for your Twofold account',
    heading: 'Someone asked to change your address',
    before: [
      `Your account’s address is about to change to ${email}. Nothing has changed yet: someone has to open the link ` +
        'we sent there first.',
    ],
    button: 'Open your account',
    after: 'If this wasn’t you, cancel the change there and choose a new password.',
    why: yourAccount,
  }),

  'email-changed': ({ email }) => ({
    subject: 'Your Twofold address was changed',
    heading: 'Your address was changed',
    before: [`You now sign in with ${email}, and emails about your account go there. This address is no longer used.`],
    button: 'Contact support',
    after: 'If this wasn’t you, contact us right away.',
    why: yourAccount,
  }),
}
