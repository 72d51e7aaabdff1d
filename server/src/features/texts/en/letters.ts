import type { Invited, LetterTexts } from '../letter-texts.ts'

// What letters to people who work with the product say. How a letter looks is said in platform/mail.

const youAsked = 'You’re getting this email because someone entered your address at Twofold.'
const yourAccount =
  'You’re getting this email because you have a Twofold account. We always send emails about its security.'

const reasonOf = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `${invitedBy} has invited you to work on employer matching for ${organization}.`
    : `${organization} is now registered with Twofold, and you’re its administrator.`

const whyInvited = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `You’re getting this email because ${invitedBy} gave your address for ${organization}.`
    : `You’re getting this email because your address was given when ${organization} was registered.`

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const whyAdmin = (organization: string): string =>
  `You’re getting this email because you are an administrator of ${organization} at Twofold.`

const shutDoors =
  'API keys they created or saw have been deleted, and webhooks to an address of theirs are switched off. ' +
  'Look through your users and notification emails: anyone they added stays.'

export const englishLetters: LetterTexts = {
  'magic-link': ({ minutes }) => ({
    subject: 'Your sign-in link for Twofold',
    heading: 'Sign in to Twofold',
    before: [`Open the link, then press "Sign in" on the page. It works once, within the next ${minutes} minutes.`],
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
    before: [`Open the link and choose a new password. It works once, within the next ${minutes} minutes.`],
    button: 'Choose a new password',
    after: 'If you didn’t request it, you can ignore this email: your password stays the same.',
    why: youAsked,
  }),

  'password-changed': () => ({
    subject: 'Your Twofold password was changed',
    heading: 'Your password was changed',
    before: [
      'A new password was just set for your account. Everyone signed in with it has been signed out, and links ' +
        'we emailed before no longer work.',
    ],
    button: 'Sign in',
    after: 'If this wasn’t you, press "Forgot password?" on that page right away, and write to our support.',
    why: yourAccount,
  }),

  'first-password': ({ days, ...about }) => ({
    subject: about.invitedBy
      ? `You are invited to ${about.organization} on Twofold`
      : `${about.organization} is registered: create your password`,
    heading: 'Create your password',
    before: [
      reasonOf(about),
      `Choose a password to get started. The link works once, within the next ${days} days; after that, "Forgot password?" on the ` +
        'sign-in page sends you a new one.',
    ],
    button: 'Create your password',
    after: 'If you don’t know what this is about, you can ignore this email.',
    why: whyInvited(about),
  }),

  'member-added': (about) => ({
    subject: about.invitedBy
      ? `You are invited to ${about.organization} on Twofold`
      : `${about.organization} is registered with Twofold`,
    heading: about.invitedBy ? 'You have a new organization' : 'Your organization is registered',
    before: [reasonOf(about), 'You already have an account: sign in the way you always do.'],
    button: 'Open the portal',
    after: 'If you don’t know what this is about, please write to our support.',
    why: whyInvited(about),
  }),

  'factors-changed': ({ change }) => ({
    subject: 'The way you sign in to Twofold was changed',
    heading: 'The way you sign in was changed',
    before: [change],
    button: 'Sign in',
    after: 'If this wasn’t you, press "Forgot password?" on that page right away, and write to our support.',
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
            `${counted(passedFirst, 'of them was', 'of them were')} at the second step: whoever it was had passed the first one. If it was not you, ` +
              'someone knows your password or can read your email. Change your password right away.',
          ]
        : []),
      ...(accesses > 0
        ? [
            `Someone signed in to your account asked ${counted(accesses, 'time', 'times')} for things you don’t have access to.`,
          ]
        : []),
      'If that was you, there’s nothing to do. Your account’s recent activity shows when, from where and on which device.',
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
        `button on the page. It works once, within the next ${minutes} minutes.`,
    ],
    button: 'Confirm this address',
    after: 'If it’s not you, you can ignore this email: nothing changes without it.',
    why: youAsked,
  }),

  'email-asked': ({ email }) => ({
    subject: 'A new address for your Twofold account',
    heading: 'Someone asked to change your address',
    before: [
      `The address of your account is about to change to ${email}. Nothing has changed yet: the link we sent there ` +
        'has to be opened first.',
    ],
    button: 'Open your account',
    after: 'If this wasn’t you, cancel the new address there, and change your password.',
    why: yourAccount,
  }),

  'email-changed': ({ email }) => ({
    subject: 'Your Twofold address was changed',
    heading: 'Your address was changed',
    before: [`You now sign in with ${email}, and emails about your account go there. This address is no longer used.`],
    button: 'Write to our support',
    after: 'If this wasn’t you, please write to us right away.',
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
    after: 'If you didn’t request it, you can ignore this email: nothing is shown or changed without it.',
    why: `You’re getting this email because somebody asked for it, about a gift with your address to ${organization}.`,
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
    why: `You’re getting this email because your address is the one that we know for a gift to ${organization}.`,
  }),

  'donor-data': ({ organization, wish, minutes }) => ({
    subject: wish === 'copy' ? `Your data at ${organization}` : `Erase your data at ${organization}?`,
    heading: wish === 'copy' ? 'A copy of your data' : 'Is this your wish?',
    before: [
      wish === 'copy'
        ? `Somebody with a link from an email of ours asked for a copy of what ${organization} keeps about you in Twofold. ` +
          `Open the link and press the button on the page. It works once, within the next ${minutes} minutes.`
        : `Somebody with a link from an email of ours asked to erase what ${organization} keeps about you in Twofold. ` +
          `If this is right, open the link and press the button on the page. It works once, within the next ${minutes} minutes. ` +
          'What was erased cannot be brought back.',
    ],
    button: wish === 'copy' ? 'Get my data' : 'Erase my data',
    after: 'If it wasn’t you, you can ignore this email: nothing is handed out or erased without it.',
    why: `You’re getting this email because somebody asked for it, about gifts with your address to ${organization}.`,
  }),

  contact: ({ name, email, subject, message }) => ({
    subject: `Contact: ${subject}`,
    heading: subject,
    before: [`From ${name} <${email}>, through the contact form.`, message],
    after: 'Replying to this email writes to the sender. The address was typed in and hasn’t been checked.',
    why: 'You’re getting this email because your address is the support address of Twofold.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Matching gift requests of ${organization} for employees of ${company}`,
    heading: 'Gifts of your employees to match',
    before: [
      `${organization} confirms that it received the gifts in the attached list from people who work at ${company}, and asks you to match them.`,
      totals.join('\n'),
      'The list names each gift with its day, its amount and the match that is requested.',
    ],
    after: `A reply to this email goes to ${organization}.`,
    why: `You’re getting this email because ${by} submitted these gifts for ${organization} and gave your address as the one of ${company} for matching gifts.`,
  }),

  'suggestion-answered': ({ company, about, value, accepted, changed, reason, isDonor }) => ({
    subject: accepted ? `Your correction about ${company} was accepted` : `About your correction for ${company}`,
    heading: accepted ? 'Your correction was accepted' : 'Your correction was not taken over',
    before: [
      `You told us something about the matching program of ${company} (${about.toLowerCase()}): “${value}”`,
      accepted
        ? changed
          ? 'Thank you. It is in the directory now, for everybody.'
          : 'Thank you. We agree. The directory’s own words about it stay as they are for now.'
        : 'Thank you for telling us. We looked at it beside the source and left the directory as it is.',
      ...(reason ? [`${accepted ? 'A note from us' : 'Why'}: ${reason}`] : []),
    ],
    ...(isDonor ? {} : { button: 'Open the company' }),
    why: 'You’re getting this email because you suggested a correction at Twofold.',
  }),

  'verification-due': ({ organization, count, first, matches }) => ({
    subject: `${organization}: ${counted(count, 'match', 'matches')} to verify or sign, the first by ${first}`,
    heading: count === 1 ? `One match must be verified by ${first}` : `${count} matches must be verified soon`,
    before: [
      'Employers pay only what the nonprofit has confirmed in time. These wait for you:',
      ...matches.map(
        ({ donor, company, worth, until }) =>
          `By ${until}: ${donor || 'a donor'}, ${company || 'employer not known'}${worth ? `, up to ${worth}` : ''}`,
      ),
      ...(count > matches.length ? [`And ${count - matches.length} more.`] : []),
    ],
    button: count === 1 ? 'Verify or sign it' : 'Verify or sign them',
    after: 'If you have done it already, mark it Verified there, and nobody is reminded again.',
    why: `You’re getting this email because your address is the primary contact or a notification email of ${organization}, or of its parent organization.`,
  }),

  report: ({ organization, report, rhythm, setBy, from, to, figures, news }) => ({
    subject: `Your report: ${report}, ${organization}`,
    heading: report,
    before: [
      from && to
        ? `Gifts from ${from} to ${to}, at ${organization}.`
        : from
          ? `Gifts since ${from}, at ${organization}.`
          : to
            ? `Gifts until ${to}, at ${organization}.`
            : `Gifts of any day, at ${organization}.`,
      figures
        ? `${counted(figures.gifts, 'gift', 'gifts')}\nGiven: ${figures.given}\nCould be matched (an estimate): ${figures.estimated}\n` +
          `Submitted to employers: ${figures.submitted}\nReceived: ${figures.received}`
        : 'This report holds so many gifts that its figures take too long for an email. The download has all of them.',
      ...(news
        ? [`Given from ${news.from} to ${news.to}: ${counted(news.gifts, 'gift', 'gifts')}, ${news.given}.`]
        : []),
    ],
    button: 'Open the report',
    after: 'The rows, with the names of donors, are there after you sign in, as a table and as a download.',
    stop: 'Stop this report by email',
    why: setBy
      ? `You’re getting this email because ${setBy} has this report sent to you every ${rhythm === 'weekly' ? 'week' : 'month'}.`
      : `You’re getting this email because you have this report sent to you every ${rhythm === 'weekly' ? 'week' : 'month'}.`,
  }),

  'erasure-soon': ({ organization, day, parent }) => ({
    subject: `${organization} will be erased on ${day}`,
    heading: `Everything of ${organization} will be erased on ${day}`,
    before: [
      `${organization} is closed. On ${day} all that is in it is erased: donors, gifts, matches, emails, files and settings. After that nobody can bring it back, and neither can we.`,
      'To keep a copy, press “Export everything” under Organization, Settings before that day.',
      parent
        ? `To keep the organization, ask an administrator of ${parent} to reopen it; its chapters open with it.`
        : 'To keep the organization, press “Reopen this organization” there, and nothing is erased.',
    ],
    button: parent ? 'Export it' : 'Export or reopen it',
    after:
      'If you want it erased, you don’t have to do anything. Bills and payments stay, for the books, and name no donor. ' +
      'Your account goes too if you belong to no other organization.',
    why: whyAdmin(organization),
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
    after: 'If someone else looks after this receiver, please forward this email to them.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `${parent} asks you to become its chapter`,
    heading: `A chapter of ${parent}?`,
    before: [
      `${askedBy} of ${parent} asks if ${organization} would like to become its chapter.`,
      'If you agree, its people can see and work on your gifts, donors, lists and settings with the same access they have there, ' +
        'its API keys and webhooks get your gifts, and it pays your fees. You keep your own people, and can leave again.',
      `Nothing of yours is shown to them before you agree. The request is open for ${days} days.`,
    ],
    button: 'Open the portal',
    after: 'If you don’t know them, decline or ignore this email: nothing changes.',
    why: whyAdmin(organization),
  }),

  'chapter-joined': ({ organization, chapter }) => ({
    subject: `${chapter} is now a chapter of ${organization}`,
    heading: 'You have a new chapter',
    before: [
      `${chapter} has agreed. Your people can work in it now, and your lists and totals include its gifts, past ones too.`,
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),

  'chapter-left': ({ organization, other, isParent }) => ({
    subject: isParent
      ? `${other} is no longer a chapter of ${organization}`
      : `${organization} is no longer a chapter of ${other}`,
    heading: isParent ? 'A chapter has left' : 'You have left your parent organization',
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
