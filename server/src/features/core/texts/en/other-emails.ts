import { suggestions } from '@twofold/contract'
import { possessive, quoted } from '@twofold/matching'
import { countedIn } from '../counted.ts'
import type { GroupTotal, OtherEmailTexts } from '../system-email-texts.ts'

const counted = countedIn('en-US')

const whyAdmin = (organization: string): string =>
  `You’re getting this email because you’re an administrator of ${organization} at Twofold.`

const blockedActions =
  'We deleted API keys they created or saw, and turned off webhooks to their addresses. ' +
  'Review your users and notification emails. Anyone they added is still there.'

const becauseTexts = {
  gone: 'Your server returned 410 Gone.',
  nothing_taken: 'Ten attempts over three days failed.',
} as const

const describeTotal = ({ nonprofit, ein, gifts, donors, given, requested }: GroupTotal): string =>
  `${nonprofit}${ein ? ` (EIN ${ein})` : ''}: ${counted(gifts, 'gift', 'gifts')} from ${counted(donors, 'employee', 'employees')}, ` +
  `${given} given, ${requested} requested in matches`

export const englishOtherEmails: OtherEmailTexts = {
  'donor-link': ({ organization, minutes }) => ({
    subject: `Your matching request for ${organization}`,
    heading: 'Open your matching request',
    before: [
      `You asked to see or correct the employer match for your gift to ${organization}. Open the link and press the ` +
        `button on the page. It works once and expires in ${minutes} minutes.`,
    ],
    button: 'Open my matching request',
    after: 'If you didn’t request it, you can ignore this email. Nothing is shown or changed without it.',
    why: `You’re getting this email because someone requested it for a gift to ${organization} made with your address.`,
  }),

  'donor-handover': ({ organization, email, days }) => ({
    subject: `Hand your matching request for ${organization} to another address?`,
    heading: 'Please confirm',
    before: [
      `Someone who opened the one-time link to your matching request for ${organization} asked to hand it to ${email}. ` +
        'The person at that address will get our emails about it and control the request.',
      `If that’s right, open the link within ${days} days and press the button on the page.`,
    ],
    button: 'Hand it over',
    after: 'If it isn’t, do nothing. The request stays yours, and nothing changes.',
    why: `You’re getting this email because your address is on record for a gift to ${organization}.`,
  }),

  'donor-data': ({ organization, request, minutes }) => ({
    subject: request === 'copy' ? `Your data at ${organization}` : `Erase your data at ${organization}?`,
    heading: request === 'copy' ? 'A copy of your data' : 'Please confirm',
    before: [
      request === 'copy'
        ? `Someone used a link from our email to request a copy of the data ${organization} keeps about you in Twofold. ` +
          `Open the link and press the button on the page. It works once and expires in ${minutes} minutes.`
        : `Someone used a link from our email to ask us to erase the data ${organization} keeps about you in Twofold. ` +
          `If that’s right, open the link and press the button on the page. It works once and expires in ${minutes} minutes. ` +
          'Erased data can’t be restored.',
    ],
    button: request === 'copy' ? 'Get my data' : 'Erase my data',
    after: 'If it wasn’t you, you can ignore this email. Nothing is shared or erased without it.',
    why: `You’re getting this email because someone requested it for gifts to ${organization} made with your address.`,
  }),

  contact: ({ name, email, subject, message }) => ({
    subject: 'A message from the contact form',
    heading: 'A message from the contact form',
    before: [
      'Someone sent this message through Twofold’s contact form.',
      `From: ${name} <${email}>\nSubject: ${subject}`,
      message,
    ],
    after: 'Your reply goes to the sender. We haven’t verified the address.',
    why: 'You’re getting this email because your address is Twofold’s support address.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Matching gift requests from ${organization} for ${company} employees`,
    heading: 'Your employees’ gifts to match',
    before: [
      `${organization} confirms that it received the gifts in the attached list from ${company} employees, and asks you to match them.`,
      totals.map(describeTotal).join('\n'),
      'The list has each gift’s date, amount, and requested match.',
    ],
    after: `Replies to this email go to ${organization}.`,
    why: `You’re getting this email because ${by} submitted these gifts for ${organization} and gave yours as ${possessive(company)} address for matching gifts.`,
  }),

  'suggestion-answered': ({ company, about, value, accepted, changed, reason, isDonor }) => ({
    subject: accepted ? `Your correction about ${company} was accepted` : `About your correction for ${company}`,
    heading: accepted ? 'Your correction was accepted' : 'We didn’t make this change',
    before: [
      `You sent us a correction about ${possessive(company)} matching program (${suggestions.suggestionSubjects[about].toLowerCase()}): ${quoted(value)}`,
      accepted
        ? changed
          ? 'Thank you. It’s in the directory now.'
          : 'Thank you. We agree. The directory’s wording stays the same for now.'
        : 'Thank you for telling us. We checked the source and made no change.',
      ...(reason ? [`${accepted ? 'A note from us' : 'Why'}: ${reason}`] : []),
    ],
    ...(isDonor ? {} : { button: 'Open the company' }),
    why: 'You’re getting this email because you suggested a correction at Twofold.',
  }),

  'verification-due': ({ organization, count, first, matches }) => ({
    subject: `${organization}: ${counted(count, 'match', 'matches')} to verify or sign, ${count === 1 ? '' : 'the first '}by ${first}`,
    heading: count === 1 ? `One match to verify or sign by ${first}` : `${count} matches to verify or sign soon`,
    before: [
      'Employers only pay what you confirm in time. These need your signature or confirmation:',
      [
        ...matches.map(
          ({ donor, company, worth, until }) =>
            `By ${until}: ${donor || 'a donor'}, ${company || 'employer unknown'}${worth ? `, up to ${worth}` : ''}`,
        ),
        ...(count > matches.length ? [`And ${count - matches.length} more.`] : []),
      ].join('\n'),
    ],
    button: count === 1 ? 'Verify or sign it' : 'Verify or sign them',
    after: 'Already done? Mark it as done there, and we’ll stop reminding you.',
    why: `You’re getting this email because your address is the primary contact or a notification email for ${organization} or its parent organization.`,
  }),

  report: ({ organization, report, frequency, setBy, from, to, withExternal, figures, news }) => ({
    subject: `Your report: ${report}, ${organization}`,
    heading: report,
    before: [
      from && to
        ? `Gifts to ${organization} from ${from} to ${to}.`
        : from
          ? `Gifts to ${organization} since ${from}.`
          : to
            ? `Gifts to ${organization} through ${to}.`
            : `All gifts to ${organization}.`,
      withExternal ? 'Includes external matches.' : 'External matches aren’t included.',
      figures
        ? `${counted(figures.gifts, 'gift', 'gifts')}\nGiven: ${figures.given}\nEstimated match: ${figures.estimated}\n` +
          `Submitted to employers: ${figures.submitted}\nReceived: ${figures.received}`
        : 'This report is too large for an email. Download it for the figures.',
      ...(news
        ? [`Given from ${news.from} to ${news.to}: ${counted(news.gifts, 'gift', 'gifts')}, ${news.given}.`]
        : []),
    ],
    button: 'Open the report',
    after: 'Sign in to see the rows with donor names, as a table or a download.',
    stop: 'Stop this report by email',
    why: setBy
      ? `You’re getting this email because ${setBy} set up this report to be sent to you every ${frequency === 'weekly' ? 'week' : 'month'}.`
      : `You’re getting this email because you set up this report to be sent to you every ${frequency === 'weekly' ? 'week' : 'month'}.`,
  }),

  'report-file': ({ organization, name, format, rows, until }) => ({
    subject: `Your file is ready: ${name}, ${organization}`,
    heading: 'Your file is ready',
    before: [
      `Your ${format} file of ${quoted(name)} for ${organization} is ready (${rows} rows).`,
      `Sign in to download it under Reports until ${until}.`,
    ],
    button: 'Go to your files',
    after: 'It contains donor names, so we didn’t attach it.',
    why: 'You’re getting this email because you requested this file and it took a while to create.',
  }),

  'erasure-soon': ({ organization, day, parent }) => ({
    subject: `${organization} will be erased on ${day}`,
    heading: `All of ${organization}’s data will be erased on ${day}`,
    before: [
      `${organization} is closed. On ${day}, we’ll permanently erase its donors, gifts, matches, emails, files, and settings. After that, nobody can restore them.`,
      'To keep a copy, press “Export everything” under Organization, Settings before that date.',
      parent
        ? `To keep the organization, ask an administrator of ${parent} to reopen it; its chapters open with it.`
        : 'To keep the organization, press “Reopen this organization” there, and nothing is erased.',
    ],
    button: parent ? 'Export it' : 'Export or reopen it',
    after:
      'If you want it erased, there’s nothing to do. We keep invoices and payments for our records, without donor names. ' +
      'Your account is erased too, unless you belong to another organization.',
    why: whyAdmin(organization),
  }),

  'webhook-disabled': ({ url, organization, because }) => ({
    subject: `One of ${organization}’s webhooks was turned off`,
    heading: 'A webhook was turned off',
    before: [
      `We turned off ${organization}’s webhook https://${url}.\n${becauseTexts[because]}`,
      'We’ve stopped sending to it. When your server is ready, turn the webhook back on under Integrations, Webhooks, ' +
        'and resend what it missed from its delivery log.',
    ],
    button: 'Open the webhooks',
    after: 'If someone else manages this server, forward this email to them.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `Would ${organization} like to become a chapter?`,
    heading: 'Become a chapter of another organization?',
    before: [
      `Another organization on Twofold invited ${organization} to become its chapter.`,
      `Organization: ${parent}\nInvited by: ${askedBy}`,
      'If you agree, its team can see and edit your gifts, donors, lists, and settings with the same access they have there, ' +
        'its API keys and webhooks get your gifts, and it pays your fees. You keep your own team and can leave at any time.',
      `They see nothing of yours until you agree. The invitation expires in ${days} days.`,
    ],
    button: 'Open the portal',
    after: 'If you don’t know them, decline or ignore this email. Nothing changes.',
    why: whyAdmin(organization),
  }),

  'chapter-joined': ({ organization, chapter }) => ({
    subject: `${chapter} is now a chapter of ${organization}`,
    heading: 'You have a new chapter',
    before: [
      `${chapter} agreed. Your team can work in it now, and your lists and totals include all its gifts, past and new.`,
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),

  'chapter-left': ({ organization, other, isParent, needsSetup }) => ({
    subject: isParent
      ? `${other} is no longer a chapter of ${organization}`
      : `${organization} is no longer a chapter of ${other}`,
    heading: isParent ? 'A chapter has left' : 'You’re no longer a chapter',
    before: [
      isParent
        ? `${other} keeps its gifts, donors, and settings. Your lists and totals no longer include them, and you no longer pay its fees.`
        : `You keep your gifts, donors, team, and settings. ${other} no longer sees them or pays your fees. See Billing.`,
      ...(needsSetup
        ? [
            'Their setup no longer covers yours. Finish your own on the dashboard. Until then, new gifts wait, and we don’t email donors about them.',
          ]
        : []),
      ...(isParent ? [] : [blockedActions]),
    ],
    button: 'Open the portal',
    why: whyAdmin(organization),
  }),
}
