import { suggestions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { countedIn } from '../counted.ts'
import type { GroupTotal, OtherEmailTexts } from '../system-email-texts.ts'

const counted = countedIn('en-US')

// Letters to donors, companies and users of the product. Letters about accounts are in a separate file.

const whyAdmin = (organization: string): string =>
  `You’re getting this email because you are an administrator of ${organization} at Twofold.`

const shutDoors =
  'API keys they created or saw have been deleted, and webhooks to an address of theirs are switched off. ' +
  'Look through your users and notification emails: anyone they added stays.'

const becauseWords = {
  gone: 'The receiver answered 410: it is gone.',
  nothing_taken: 'The receiver accepted nothing in ten attempts over three days.',
} as const

const totalWords = ({ nonprofit, ein, gifts, donors, given, requested }: GroupTotal): string =>
  `${nonprofit}${ein ? ` (EIN ${ein})` : ''}: ${counted(gifts, 'gift', 'gifts')} of ${counted(donors, 'employee', 'employees')}, ` +
  `${given} given, ${requested} requested in matches`

export const englishOtherEmails: OtherEmailTexts = {
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
    subject: 'A message from the contact form',
    heading: 'A message from the contact form',
    before: [
      'Someone sent the contact form of Twofold. These are their own words.',
      `From: ${name} <${email}>\nSubject: ${subject}`,
      message,
    ],
    after: 'Replying to this email writes to the sender. The address was typed in and hasn’t been checked.',
    why: 'You’re getting this email because your address is the support address of Twofold.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Matching gift requests of ${organization} for employees of ${company}`,
    heading: 'Gifts of your employees to match',
    before: [
      `${organization} confirms that it received the gifts in the attached list from people who work at ${company}, and asks you to match them.`,
      totals.map(totalWords).join('\n'),
      'The list names each gift with its day, its amount and the match that is requested.',
    ],
    after: `A reply to this email goes to ${organization}.`,
    why: `You’re getting this email because ${by} submitted these gifts for ${organization} and gave your address as the one of ${company} for matching gifts.`,
  }),

  'suggestion-answered': ({ company, about, value, accepted, changed, reason, isDonor }) => ({
    subject: accepted ? `Your correction about ${company} was accepted` : `About your correction for ${company}`,
    heading: accepted ? 'Your correction was accepted' : 'Your correction was not taken over',
    before: [
      `You told us something about the matching program of ${company} (${suggestions.suggestionSubjects[about].toLowerCase()}): ${quoted(value)}`,
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
    subject: `${organization}: ${counted(count, 'match', 'matches')} to verify or sign, ${count === 1 ? '' : 'the first '}by ${first}`,
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

  report: ({ organization, report, rhythm, setBy, from, to, withExternal, figures, news }) => ({
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
      withExternal ? 'External matches are counted.' : 'External matches are left out.',
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

  'report-file': ({ organization, name, format, rows, until }) => ({
    subject: `Your file is ready: ${name}, ${organization}`,
    heading: 'Your file is ready',
    before: [
      `The ${format} file of ${quoted(name)} that you asked for at ${organization} is written. It has ${rows} rows.`,
      `You can download it under Reports until ${until}, after you sign in.`,
    ],
    button: 'Go to your files',
    after: 'It holds the names of donors, so nothing is attached to this email.',
    why: 'You’re getting this email because you asked for this file and it took a while to write.',
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
      `The webhook https://${url} of ${organization} was switched off.\n${becauseWords[because]}`,
      'Nothing is sent there any more. When your receiver is ready, switch the webhook on again under Integrations, Webhooks, ' +
        'and resend from its delivery log what it missed.',
    ],
    button: 'Open the webhooks',
    after: 'If someone else looks after this receiver, please forward this email to them.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `Would ${organization} like to become a chapter?`,
    heading: 'Become a chapter of another organization?',
    before: [
      `Another organization at Twofold asks if ${organization} would like to become its chapter.`,
      `Organization: ${parent}\nAsked by: ${askedBy}`,
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

  'chapter-left': ({ organization, other, isParent, needsSetup }) => ({
    subject: isParent
      ? `${other} is no longer a chapter of ${organization}`
      : `${organization} is no longer a chapter of ${other}`,
    heading: isParent ? 'A chapter has left' : 'You are no longer a chapter',
    before: [
      isParent
        ? `${other} keeps its gifts, donors and settings. Your lists and sums no longer hold them, and its fees are no longer billed to you.`
        : `You keep your gifts, donors, people and settings. The people of ${other} no longer see them, and no longer pay your fees: look at Billing.`,
      ...(needsSetup
        ? [
            `Their setup no longer counts for yours. Finish your own on the dashboard: until then new gifts wait, and donors are not asked about them.`,
          ]
        : []),
      ...(isParent ? [] : [shutDoors]),
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),
}
