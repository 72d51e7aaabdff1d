import { matchRequests } from '@twofold/contract'
import { callMessages } from '../../api/api-error.ts'
import { englishSearch } from '../../features/core/companies/index.ts'
import { englishLayoutTexts } from '../../shared/layout-texts.ts'

/** All text of 'Edit Your Match Request'. Wording from the specification is verbatim. */
export const english = {
  /** '': format money and dates in the browser's locale. */
  locale: '',
  title: 'Edit Your Match Request',

  ask: 'To keep your details safe, nothing is shown here. We’ll email a one-time link to the address that came with your gift.',
  ask_press: 'Send me the link',
  open: 'You opened the link from your email. Press the button to see your match request.',
  open_press: 'Open my match request',

  hand_over: (email: string) =>
    `Somebody asked to move your match request to ${email}. Once you agree, only that address can change it, and the links in your earlier emails stop working.`,
  hand_over_press: 'Hand it over',
  hand_over_not: 'Didn’t ask for this? Close this page. Nothing changes until you press the button.',
  handed_over: (organization: string, email: string) =>
    `Done. From now on, emails about your gift to ${organization} go to ${email}, and only whoever reads that address can change the request.`,

  loaded: 'Match data loaded.',
  saved: 'Match information updated.',
  /** `name`: the new name; '' if unchanged. */
  waiting: (stored: string, other: string, name: string) =>
    name
      ? `We wrote to ${stored}. When whoever reads it agrees, this request goes to ${other}, under the name ${name}; until then neither the email nor the name changes.`
      : `We wrote to ${stored}. When whoever reads it agrees, this request goes to ${other}; until then the email stays as it is.`,
  next: 'See what to do next',
  page: 'See the page of this request',
  closed: (organization: string) =>
    `Nothing can be changed here any more: your employer has this request already, or it was closed. If something is wrong with it, please write to ${organization}.`,

  donor_name: 'Donor name',
  email: 'Email',
  company: 'Matching company',
  company_unknown: 'Not known',
  company_hint: 'Not in the list? Choose “Other” and keep what you typed: we’ll look into it.',
  amount: 'Donation amount',
  amount_hint: (organization: string) => `As ${organization} recorded it. If it is wrong, they can correct it.`,
  moves: (stored: string) =>
    `Changing the email hands this match request over: whoever reads the new address controls it from then on. We first ask ${stored}, and nothing moves before that answer.`,
  press: 'Update Match',
  pressed: 'Updating...',

  employment: 'What is your connection to this company?',
  employment_unsaid: 'Please choose, if you know',
  employment_employee: 'I work there',
  employment_part_time: 'I work there part time',
  employment_retired: 'I retired from there',
  employment_board: 'I am on its board',
  employment_spouse: 'My spouse or partner works there',
  employment_contractor: 'I work there as a contractor',
  employment_former: 'I used to work there',
  employment_none: 'I am not employed',
  former_company: 'Employer you retired from',
  former_hint:
    'Many employers match their retirees’ gifts too. Not in the list? Choose “Other” and keep what you typed: we’ll look into it.',
  former_question: 'Which employer did you retire from? If you have none to name, choose “I am not employed” below.',

  missing: matchRequests.missingFields,
  needed: 'This is needed.',
  too_long: matchRequests.tooLong,
  wrong_email: matchRequests.wrongEmail,
  error: 'Error: ',
  network: callMessages.network,
  too_many: 'That was too many tries in a short time. Please wait a while, then try again.',
  reload: callMessages.unreadable,
  failed: 'Something went wrong on our side. Please try again.',

  search: englishSearch,

  frame: englishLayoutTexts,
}

/** Requires every language to define all English texts. */
export type DonorTexts = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name]
}
