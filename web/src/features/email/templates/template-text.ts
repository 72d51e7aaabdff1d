import type { AdditionalVariable, TemplateVariable, templates } from '@twofold/contract'

export const templateDescriptions: Readonly<
  Record<templates.TemplateId, { readonly purpose: string; readonly when: string }>
> = {
  7: {
    purpose: 'Asks the donor to request the match in their company’s giving portal.',
    when: 'When a gift can be matched through a portal',
  },
  8: {
    purpose: 'Asks the donor to email or write to their company. We’ve drafted the letter.',
    when: 'When the company accepts requests by email or letter',
  },
  9: {
    purpose: 'Asks the donor how matching works at their company.',
    when: 'When we don’t know the company’s process',
  },
  10: {
    purpose: 'Thanks the donor and gives the company’s minimum.',
    when: 'When a gift is below the company’s minimum',
  },
  11: {
    purpose: 'Thanks the donor and explains why this gift can’t be matched.',
    when: 'When a gift is against the company’s policy',
  },
  23: { purpose: 'Asks the donor where they work.', when: 'When a donor named no employer' },
  19: {
    purpose: 'Thanks the donor. The company has no known program.',
    when: 'When the company doesn’t match gifts',
  },
  24: {
    purpose: 'Asks whether we may check for a match.',
    when: 'When an upload asks for the donors’ consent first',
  },
  15: {
    purpose: 'Tells the donor how to get their next gift matched.',
    when: 'When the company matches only gifts made on its own site',
  },
  102: {
    purpose: 'Reminds the donor of the deadline.',
    when: '21 and 7 days before the deadline, if the donor hasn’t requested the match',
  },
  103: {
    purpose: 'Thanks the donor when their employer pays.',
    when: 'When a payout arrives, once you release its thank-you emails',
  },
  6: {
    purpose: 'Asks the donor to sign a form and mail it to their company.',
    when: 'When the company uses a paper form',
  },
  25: { purpose: 'Asks the donor to fill in and sign a form.', when: 'When the company uses a form' },
}

export const sequenceEmailNames = ['Initial Email', '1st Reminder', '2nd Reminder'] as const

export const reminderTiming = (part: 1 | 2 | 3): string => ['', ...reminderTimings][part - 1] ?? ''
const reminderTimings = [
  'Sent three days after the initial email, unless the donor has answered or the match has moved on.',
  'Sent 30 days after the initial email or halfway to the deadline, whichever is first, unless the donor has answered.',
]

const headerFields = (number: 1 | 2 | 3) =>
  [
    [`subject${number}`, 'Subject'],
    [`preheader${number}`, 'Preview line'],
    [`header${number}`, 'Heading'],
  ] as const

export const fieldsOf = (number: 1 | 2 | 3): readonly (readonly [templates.TemplateField, string])[] => [
  ...headerFields(number),
  ['greeting', 'Greeting'],
  [`paragraph_one_${number}`, 'First paragraph'],
  ['step_one_title', 'Step one: title'],
  ['step_one_text', 'Step one: text'],
  ['step_one_btn', 'Step one: button'],
  ['step_one_note', 'Step one: note'],
  ['step_two_title', 'Step two: title'],
  ['step_two_text', 'Step two: text'],
  ['step_two_btn', 'Step two: link'],
  ['step_two_note', 'Step two: note'],
  ['paragraph_three', 'Second paragraph'],
  ['paragraph_two', 'Third paragraph'],
  ['salutation', 'Closing'],
]

export const variableNames: Readonly<Record<TemplateVariable | AdditionalVariable, string>> = {
  donor_first_name: 'Donor’s first name',
  donor_last_name: 'Donor’s last name',
  donor_full_name: 'Donor’s full name',
  donation_transaction_id: 'Transaction ID of the gift',
  donation_date: 'Date of the gift',
  campaign_name: 'Name of the campaign',
  campaign_msg: 'Message of the campaign',
  receiving_org_name: 'Your organization’s name',
  receiving_org_ein: 'Your EIN',
  receiving_org_email: 'Your contact email',
  receiving_org_website: 'Your website',
  receiving_org_mission: 'Your mission',
  receiving_org_logo: 'Your logo',
  matching_employer_name: 'Employer’s name',
  matching_employer_min_match: 'Employer’s minimum',
  matching_employer_max_match: 'Employer’s maximum',
  matching_employer_contact_email: 'Employer’s contact email',
  matching_employer_vendor: 'Employer’s giving portal',
  missing_policy_block: 'Date of our information',
  gift_amount: 'Amount of the gift',
  match_amount: 'Amount of the match',
  match_ratio: 'Match ratio',
  deadline: 'Deadline',
  later_gift_until: 'Last day for another gift',
  reason_text: 'Why the gift isn’t matched',
  matching_employer_contact_address: 'Employer’s mailing address',
  received_amount: 'Amount received',
}
