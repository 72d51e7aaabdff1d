import { matchRequests } from '@twofold/contract'
import { englishSearch } from '../../features/core/companies/index.ts'
import { englishFormTexts } from '../../shared/donor-form-texts.ts'
import { englishLayoutTexts } from '../../shared/layout-texts.ts'

/** Wording from the specification is verbatim. */
export const english = {
  /** '': format money and dates in the browser's locale. */
  locale: '',
  title: 'Edit Your Match Request',

  ask: 'To protect your details, we’ll email a one-time link to the address on your gift.',
  ask_button: 'Send me the link',
  open: 'You opened the link from your email. Press the button to see your match request.',
  open_button: 'Open my match request',

  hand_over: (email: string) =>
    `Someone asked to transfer your match request to ${email}. If you agree, the person at that address will control it, and links in your earlier emails will stop working.`,
  hand_over_button: 'Transfer request',
  hand_over_not: 'Didn’t ask for this? Close this page. Nothing will change.',
  handed_over: (organization: string, email: string) =>
    `Done. We’ll send emails about your gift to ${organization} to ${email}. The person at that address now controls this request.`,

  loaded: 'Match data loaded.',
  saved: 'Match information updated.',
  waiting: (stored: string, other: string, name: string) =>
    name
      ? `We emailed ${stored}. Once they agree, ${other} takes over this request as ${name}.`
      : `We emailed ${stored}. Once they agree, ${other} takes over this request.`,
  next: 'See what to do next',
  page: 'See this request',
  closed: (organization: string) =>
    `You can’t change this request anymore: your employer has it, or it’s closed. Questions? Contact ${organization}.`,

  donor_name: 'Donor name',
  email: 'Email',
  company: 'Matching company',
  company_unknown: 'Unknown',
  company_hint: 'Not listed? Choose “Other” and keep what you typed. We’ll look into it.',
  amount: 'Donation amount',
  amount_hint: (organization: string) => `From ${organization}’s records. Contact them if it’s wrong.`,
  moves: (stored: string) => `The person at the new address will control this request. We’ll ask ${stored} first.`,
  press: 'Update Match',
  pressed: 'Updating...',

  employment: 'How are you connected to this company?',
  employment_unsaid: 'Choose one, if you know',
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
    'Many employers match their retirees’ gifts too. Not listed? Choose “Other” and keep what you typed. We’ll look into it.',
  former_question: 'Which employer did you retire from? If you have none to name, choose “I am not employed” below.',

  missing: matchRequests.missingFields,
  needed: 'Required.',
  too_long: matchRequests.tooLong,
  wrong_email: matchRequests.wrongEmail,
  ...englishFormTexts,
  search: englishSearch,

  frame: englishLayoutTexts,
}

export type DonorTexts = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name]
}
