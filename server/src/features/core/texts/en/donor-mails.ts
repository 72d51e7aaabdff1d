import type { templates } from '@twofold/contract'
import { englishDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'
import type { TemplateTexts } from '../template-texts.ts'

// One clear step and only known facts. A separate table contains the employer's facts, so that no text mentions a
// missing one.

const greeting = '{has_first_name, select, yes {Dear {donor_first_name},} other {Hello,}}'
const salutation = 'With thanks,\n{receiving_org_name}'

const thanks =
  '{has_several, select, yes {Thank you for your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} in all.} other {Thank you for your gift of {gift_amount} to {receiving_org_name}{has_donation_date, select, yes { on {donation_date}} other {}}.}}'

const couldBring =
  '{matching_employer_name} matches its employees’ gifts. ' +
  '{has_match, select, yes {It could add {match_amount} to yours, at no cost to you.} other {It could match yours, at no cost to you.}}'

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {Do this by {deadline}. After that date, {matching_employer_name} won’t accept requests for ${gifts('this gift', 'these gifts')}.} ` +
  `several {${englishDeadlines} {matching_employer_name} doesn’t accept late requests.} ` +
  'other {Most employers accept requests for only a few months.}}'

const tellUs =
  'Already requested it? Tell us on your page, and we won’t remind you. ' +
  'The match goes directly to {receiving_org_name}.'

const ifWrong =
  'Work somewhere else? Tell us on your page, and we’ll check again. Think we got this wrong? {has_reply, select, yes {Just reply to this email.} other {Tell {receiving_org_name}.}}'

const atWork = gifts(
  'Your gift is already at work. We’re grateful for it.',
  'Your gifts are already at work. We’re grateful for them.',
)

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} could add {match_amount} to your {has_several, select, yes {gifts} other {gift}}} ' +
  `other {{matching_employer_name} may match ${gifts('your gift', 'your gifts')}}}`

// A reminder's first line identifies it; the step is that of the first email.

const stillThere =
  'A quick reminder: {matching_employer_name} can still {has_match, select, yes {add {match_amount} to} other {match}} ' +
  `${gifts('your gift of {gift_amount} to {receiving_org_name}', 'your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} in all')}, at no cost to you.`

// Without a deadline, nothing follows the second reminder; otherwise the deadline warnings do.

const notYetMatched =
  `${gifts('Your gift of {gift_amount} to {receiving_org_name} hasn’t', 'Your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} in all, haven’t')} been matched yet. ` +
  `{matching_employer_name} could {has_match, select, yes {add {match_amount}} other {match ${gifts('it', 'them')}}}, but only if you request it` +
  '{has_deadline, select, yes {.} several { in time.} other {. This is our last reminder.}}'

const reminders = {
  subject2: `{has_match, select, yes {Reminder: {match_amount} more from {matching_employer_name}} other {Reminder: {matching_employer_name} may match ${gifts('your gift', 'your gifts')}}}`,
  preheader2: 'One step left{has_deadline, select, yes {, by {deadline}} other {}}.',
  header2: `${gifts('Your gift', 'Your gifts')} can still be matched`,
  paragraph_one_2: stillThere,
  subject3: `{has_deadline, select, yes {Request the match for ${gifts('your gift', 'your gifts')} to {receiving_org_name} by {deadline}} several {Request the match for your {first_gifts, select, several {first gifts} other {first gift}} to {receiving_org_name} by {deadline}} other {Last reminder: ${gifts('your gift', 'your gifts')} to {receiving_org_name} can still be matched}}`,
  preheader3: '{matching_employer_name} only pays matches that donors request.',
  header3: `${gifts('Your gift hasn’t', 'Your gifts haven’t')} been matched yet`,
  paragraph_one_3: notYetMatched,
} as const

export const englishMails = {
  6: {
    ...reminders,
    subject1: matchSubject,
    preheader1: 'One paper form to sign and mail{has_deadline, select, yes {, by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Sign and mail one form',
    step_one_text:
      '{matching_employer_name} uses a paper form. Your page {has_form, select, yes {has the form and shows} other {tells you where to get the form,}} what to fill in, and where to mail it.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Show me the form} other {Show me what to do}}',
    paragraph_two: 'Already mailed it? Tell us on your page, and we won’t remind you.',
    paragraph_three: campaign,
    salutation,
  },
  7: {
    ...reminders,
    subject1: matchSubject,
    preheader1: 'A few minutes in your giving portal{has_deadline, select, yes {, by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Request your match in a few minutes',
    step_one_text:
      '{has_portal_link, select, yes {We’ll link you to {has_vendor, select, yes {{matching_employer_vendor}} other {your giving portal}} and give you} other {Your page has the steps{has_vendor, select, yes { on {matching_employer_vendor}} other {}} and}} everything you need to fill out the form.',
    step_one_note: inTime,
    step_one_btn: `Get my ${gifts('gift', 'gifts')} matched`,
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  8: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      '{has_contact, select, yes {A short email} other {A short letter}}, already written for you{has_deadline, select, yes {. Send it by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Send {has_contact, select, yes {a short email} other {a short letter}} to your employer',
    step_one_text:
      'We’ve written it for you. Copy it from your page and send it{has_contact, select, yes { to {matching_employer_contact_email}} other {{has_contact_address, select, yes { to {matching_employer_contact_address}} other {}}}}.',
    step_one_note: inTime,
    step_one_btn: '{has_contact, select, yes {Show me the email} other {Show me the letter}}',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  25: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'One form to {has_filled_form, select, yes {check} other {fill out}} and sign{has_deadline, select, yes {, by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: '{has_filled_form, select, yes {Check and sign one form} other {Fill out and sign one form}}',
    step_one_text:
      '{matching_employer_name} uses a matching gift form. {has_filled_form, select, yes {We’ve filled in what we know. Check it and sign it on your page.} other {Your page {has_form, select, yes {has it and shows} other {tells you where to get it and}} what to fill in.}}',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Show me the form} other {Show me what to do}}',
    paragraph_two: 'The match goes directly to {receiving_org_name}.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: 'Can you help us with {matching_employer_name}’s matching program?',
    preheader1: 'We don’t know yet how to request the match. You might.',
    header1: 'Can you help us?',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} may match ${gifts('it', 'them')}, but we don’t know yet how to request the match. {missing_policy_block}`,
    step_one_title: 'Do you know how it works?',
    step_one_text:
      'A link to the giving portal, the form, or a contact in HR would help us and your coworkers who give. {has_reply, select, yes {Just reply to this email.} other {Tell {receiving_org_name}.}}',
    step_one_note: 'Not sure? Ask your HR team, or search your intranet for “matching gifts”.',
    step_one_btn: 'See what we know',
    paragraph_two: 'We’ll email you when we know more.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: 'About {matching_employer_name}’s minimum for matching gifts',
    preheader1: `${gifts('Your gift is', 'Together, your gifts are')} below what {matching_employer_name} matches.`,
    header1: `Thank you. ${gifts('This gift is', 'These gifts are')} below the minimum`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} matches gifts ` +
      `{has_min, select, yes {of {matching_employer_min_match} or more} other {above a minimum}}, so ${gifts('this gift alone can’t be matched', 'these can’t be matched, even together')}.`,
    step_one_title: '{later_gift_joins, select, yes {Small gifts add up} other {Nothing to do}}',
    step_one_text:
      '{later_gift_joins, select, no {If you give again, a gift{has_min, select, yes { of {matching_employer_min_match} or more} other { above the minimum}} can be matched.} ' +
      'other {If you give to {receiving_org_name} again by {later_gift_until}, we’ll add your gifts together. When they reach the minimum, we’ll email you what to do.}}',
    step_one_note: '',
    step_one_btn: 'See the details',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `About matching ${gifts('your gift', 'your gifts')} to {receiving_org_name}`,
    preheader1: 'We checked {matching_employer_name}’s rules.',
    header1: `Thank you. ${gifts('This gift', 'These gifts')} can’t be matched`,
    greeting,
    paragraph_one_1: `${thanks} We checked whether {matching_employer_name} would match ${gifts('it', 'them')}. {reason_text}`,
    step_one_title: 'Two things to try',
    step_one_text:
      'Does another employer in your household match gifts? Enter it on your page, and we’ll check. Many employers also give to nonprofits where their employees volunteer. Ask your HR team.',
    step_one_note: atWork,
    step_one_btn: 'See what we checked',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'How {matching_employer_name} matches gifts',
    preheader1: 'It only matches gifts made through its own giving site or payroll.',
    header1: 'Next time, your gift could be matched',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} only matches gifts made through its own giving site or payroll, so ${gifts('this one', 'these')} can’t be matched.`,
    step_one_title: 'For next time',
    step_one_text:
      'If you’d like to give again, look for {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}} on {matching_employer_name}’s giving site. The match is added there.',
    step_one_note: '',
    step_one_btn: 'See the details',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  19: {
    subject1: 'We looked for a matching program at {matching_employer_name}',
    preheader1: 'We didn’t find one, but there are two things to try.',
    header1: 'Thank you. We didn’t find a match this time',
    greeting,
    paragraph_one_1: `${thanks} We checked and didn’t find a matching program at {matching_employer_name}.`,
    step_one_title: 'Two things to try',
    step_one_text:
      'Is {matching_employer_name} part of a larger company? Or does your spouse’s or partner’s employer match gifts? Enter that name on your page, and we’ll check.',
    step_one_note: atWork,
    step_one_btn: 'See what we know',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `Could your employer match ${gifts('your gift', 'your gifts')}?`,
    preheader1: 'Tell us where you work, and we’ll check.',
    header1: 'Where do you work?',
    greeting,
    paragraph_one_1: `${thanks} Thousands of companies match employee donations, often dollar for dollar. Does yours?`,
    step_one_title: 'Tell us your employer’s name',
    step_one_text: 'That’s all we need. Retired? Many employers match retirees’ gifts, too.',
    step_one_note: 'We’ll only use it to check for a match.',
    step_one_btn: 'Tell us where you work',
    paragraph_two: 'Not interested? You can ignore this email.',
    paragraph_three: '',
    salutation,
  },
  24: {
    subject2: `Reminder: may we check for a match to ${gifts('your gift', 'your gifts')}?`,
    preheader2: `We won’t ask about ${gifts('this gift', 'these gifts')} again.`,
    header2: 'May we check for a match?',
    paragraph_one_2:
      `You gave {gift_amount} to {receiving_org_name}${gifts('', ' in {gift_count} gifts')}, and {has_employer, select, yes {{matching_employer_name}} other {your employer}} may match ${gifts('it', 'them')}. ` +
      'We’ll only check if you say yes.',
    subject1: `May we check for a match to ${gifts('your gift', 'your gifts')}?`,
    preheader1: `Your employer may match ${gifts('it', 'them')}. We ask before we check.`,
    header1: 'May we check for a match?',
    greeting,
    paragraph_one_1: `${thanks} Many employers match employee donations. We’d like to check whether {has_employer, select, yes {{matching_employer_name}} other {yours}} does and email you the result.`,
    step_one_title: 'It’s your choice',
    step_one_text: `Say yes, and we’ll check ${gifts('this gift', 'these gifts')} and send you a few emails at most. Say no, and you won’t hear from us about this again. If you don’t answer, we won’t check.`,
    step_one_note: '',
    step_one_btn: 'Choose yes or no',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Deadline {deadline}: request {matching_employer_name}’s match for ${gifts('your gift', 'your gifts')}} several {Deadline {deadline}: request {matching_employer_name}’s match for your {first_gifts, select, several {first gifts} other {first gift}}} other {Request {matching_employer_name}’s match for ${gifts('your gift', 'your gifts')} soon}}`,
    preheader1: 'After the deadline, it’s too late to request the match.',
    header1:
      '{has_deadline, select, yes {The deadline is {deadline}} several {The first deadline is {deadline}} other {Request your match soon}}',
    subject2: `{has_deadline, select, yes {Final week: request {matching_employer_name}’s match by {deadline}} several {Final week: request {matching_employer_name}’s match for your {first_gifts, select, several {first gifts} other {first gift}}} other {Final days: request {matching_employer_name}’s match for ${gifts('your gift', 'your gifts')}}}`,
    preheader2: 'It takes a few minutes. Your page has everything you need.',
    header2:
      '{has_deadline, select, several {This is the last week to request your first match} other {This is the last week to request your match}}',
    greeting,
    paragraph_one_1:
      `${gifts('Your gift of {gift_amount} to {receiving_org_name}', 'Your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} in all,')} can still be matched. {matching_employer_name} ` +
      `could {has_match, select, yes {add {match_amount}} other {match ${gifts('it', 'them')}}}, but only if you request it{has_deadline, select, yes {} other { in time}}.`,
    step_one_title: 'It takes a few minutes',
    step_one_text: 'Your page has the steps and everything {matching_employer_name} will ask you for.',
    step_one_note: inTime,
    step_one_btn: 'Request my match',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{more_to_come, select, yes {The first part of {matching_employer_name}’s match has arrived} other {{matching_employer_name} matched ${gifts('your gift', 'your gifts')} to {receiving_org_name}}}`,
    preheader1:
      '{has_received, select, yes {{received_amount} has arrived.} other {The money has arrived.}} Thank you.',
    header1: `{more_to_come, select, yes {The first part of your match has arrived} other {${gifts('Your gift was', 'Your gifts were')} matched}}. Thank you!`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {You gave {gift_amount} to {receiving_org_name} in {gift_count} gifts {gift_span}} other {You gave {gift_amount} to {receiving_org_name}{has_donation_date, select, yes { on {donation_date}} other {}}}}, ' +
      'and {matching_employer_name} has now added {has_received, select, yes {{received_amount}} other {its part}}. {more_to_come, select, yes {The rest is still to come. } other {}}Thank you for making it happen.',
    step_one_title: '',
    step_one_text: 'There’s nothing more for you to do.',
    step_one_note: '',
    step_one_btn: `See my ${gifts('gift', 'gifts')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
} as const satisfies Readonly<Record<templates.TemplateId, TemplateTexts>>
