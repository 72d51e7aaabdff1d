import type { templates } from '@twofold/contract'
import { englishDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'
import type { TemplateTexts } from '../template-texts.ts'

// Short texts with one clear step and only known facts. The facts about the employer are in a separate table below
// the first paragraph, so that no text mentions a missing fact.

const greeting = '{has_first_name, select, yes {Dear {donor_first_name},} other {Hello,}}'
const salutation = 'With thanks,\n{receiving_org_name}'

const thanks =
  '{has_several, select, yes {Thank you for your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} together.} other {Thank you for your gift of {gift_amount} to {receiving_org_name}{has_donation_date, select, yes { on {donation_date}} other {}}.}}'

const couldBring =
  '{matching_employer_name} matches gifts from its people. ' +
  `{has_match, select, yes {It could add {match_amount} to yours, at no cost to you.} other {Yours may be ${gifts('one of them', 'among them')}, at no cost to you.}}`

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {Please do this by {deadline}. After that day, {matching_employer_name} takes no more requests for ${gifts('this gift', 'these gifts')}.} ` +
  `several {${englishDeadlines} After its own day, {matching_employer_name} takes no more requests for a gift.} ` +
  'other {The sooner the better: most employers take requests for only a few months.}}'

const tellUs =
  'Already done? Press “I submitted it” on the same page, and we won’t remind you. ' +
  `The match goes to {receiving_org_name}, on top of ${gifts('your gift', 'your gifts')}.`

const ifWrong =
  'Do you work somewhere else? Tell us on the page behind the button, and we’ll check again. Do you know these rules better than we do? Please {has_reply, select, yes {reply to this email} other {tell {receiving_org_name}}}: rules change, and we’re glad to be corrected.'

const atWork = gifts(
  'Your gift is already at work, and we’re grateful for it.',
  'Your gifts are already at work, and we’re grateful for them.',
)

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} could add {match_amount} to your {has_several, select, yes {gifts} other {gift}}} ' +
  `other {{matching_employer_name} may match ${gifts('your gift', 'your gifts')}}}`

// The first line of a reminder identifies it as one; the step is that of the first mail.

const stillThere =
  `A short reminder about ${gifts('your gift of {gift_amount} to {receiving_org_name}', 'your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} together')}: {matching_employer_name} can still add ` +
  `{has_match, select, yes {{match_amount} to ${gifts('it', 'them')}} other {to ${gifts('it', 'them')}}}, at no cost to you.`

const reminders = {
  subject2: `{has_match, select, yes {Reminder: {match_amount} more from {matching_employer_name}} other {Reminder: {matching_employer_name} may match ${gifts('your gift', 'your gifts')}}}`,
  preheader2: `${gifts('Your gift', 'Your gifts')} can still be matched{has_deadline, select, yes {, until {deadline}} other {}}.`,
  header2: `${gifts('Your gift', 'Your gifts')} can still be matched`,
  paragraph_one_2: stillThere,
  subject3: `There’s still time to have ${gifts('your gift', 'your gifts')} to {receiving_org_name} matched`,
  preheader3: 'One step is missing{has_deadline, select, yes {. It’s possible until {deadline}} other {}}.',
  header3: 'One step is still missing',
  paragraph_one_3: stillThere,
} as const

export const englishMails = {
  6: {
    ...reminders,
    subject1: matchSubject,
    preheader1: 'One paper form to sign and mail{has_deadline, select, yes {, by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'One form to sign and mail',
    step_one_text:
      '{matching_employer_name} still works on paper. Your page {has_form, select, yes {has the form and shows} other {tells you where to get the form,}} what to fill in and where to mail it.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Show me the form} other {Show me what to do}}',
    paragraph_two: 'Once it’s in the mail, press “I mailed it” on the same page, and we won’t remind you.',
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
    step_one_title: 'One request in your giving portal',
    step_one_text:
      'It takes a few minutes. {has_portal_link, select, yes {Your page links to {has_vendor, select, yes {{matching_employer_vendor}} other {the portal}} and has} other {Your page has the steps{has_vendor, select, yes { on {matching_employer_vendor}} other {}} and}} everything it will ask for, ready to copy.',
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
      '{has_contact, select, yes {One short email} other {One short letter}}, already written for you{has_deadline, select, yes {. Send it by {deadline}} other {}}.',
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: '{has_contact, select, yes {One short email} other {One short letter}} to your employer',
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
    preheader1: `One form{has_deadline, select, yes {, by {deadline}} other {}}, and ${gifts('your gift', 'your gifts')} can go further.`,
    header1: `${gifts('Your gift', 'Your gifts')} can go further`,
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'One form to fill in and sign',
    step_one_text:
      '{matching_employer_name} takes requests on a form. Your page {has_form, select, yes {has it} other {tells you where to get it}} and shows what to fill in.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Show me the form} other {Show me what to do}}',
    paragraph_two: 'Would you rather not? Say so on the same page, and we won’t ask again.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: 'Does {matching_employer_name} match gifts? You may know more than we do',
    preheader1: 'We’re still finding out how to ask for the match. You may know.',
    header1: 'We’re still finding out how to ask',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} may match ${gifts('it', 'them')}, but we don’t know yet how to ask for the match. {missing_policy_block}`,
    step_one_title: 'Do you know how it works there?',
    step_one_text:
      'A link to your giving portal, the form, or the name of the person in charge would help us, and every colleague who gives after you. {has_reply, select, yes {Just reply to this email.} other {Please tell {receiving_org_name}.}}',
    step_one_note: 'Not sure? Ask your HR team, or search your intranet for “matching gifts”.',
    step_one_btn: 'See what we know',
    paragraph_two: 'When we find out, we’ll write to you once more.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: `${gifts('Your gift', 'Your gifts')} to {receiving_org_name} and the match at {matching_employer_name}`,
    preheader1: `Thank you. ${gifts('This gift is', 'Together these gifts are')} below what your employer matches.`,
    header1: `Thank you. ${gifts('This gift is', 'These gifts are')} below the minimum`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} matches gifts ` +
      `{has_min, select, yes {of {matching_employer_min_match} or more} other {above a minimum}}, so ${gifts('this one by itself can’t be matched', 'these can’t be matched, even together')}.`,
    step_one_title: '{later_gift_joins, select, yes {Small gifts add up} other {Nothing to do}}',
    step_one_text:
      '{later_gift_joins, select, no {If you give again, a gift{has_min, select, yes { of {matching_employer_min_match} or more} other { above the minimum}} can be matched.} ' +
      'other {If you give to {receiving_org_name} again by {later_gift_until}, we’ll add your gifts together. When they reach the minimum, we’ll write to you with the one step to take.}}',
    step_one_note: '',
    step_one_btn: 'See the details',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `${gifts('Your gift', 'Your gifts')} to {receiving_org_name} and the matching rules at {matching_employer_name}`,
    preheader1: `Thank you. We checked, and ${gifts('this gift doesn’t', 'these gifts don’t')} fit the rules there.`,
    header1: `Thank you. ${gifts('This one', 'These')} can’t be matched`,
    greeting,
    paragraph_one_1: `${thanks} We checked whether {matching_employer_name} would match ${gifts('it', 'them')}. {reason_text}`,
    step_one_title: 'Nothing to do',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'See what we checked',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'How {matching_employer_name} matches gifts',
    preheader1: 'It matches gifts made through its own giving site or payroll.',
    header1: 'Next time, your employer could add to what you give',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} matches only gifts made on its own giving site or through payroll, so ${gifts('this one', 'these')} can’t be matched afterwards.`,
    step_one_title: 'For next time',
    step_one_text:
      'If you’d like to give again, look for {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}} on the giving site of {matching_employer_name}. The match is added there.',
    step_one_note: '',
    step_one_btn: 'See the details',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  19: {
    subject1: `Thank you for ${gifts('your gift', 'your gifts')} to {receiving_org_name}`,
    preheader1: 'We looked for a matching program at {matching_employer_name}.',
    header1: 'Thank you, from all of us',
    greeting,
    paragraph_one_1: `${thanks} Many employers match their people’s gifts, so we checked. As far as we know, {matching_employer_name} has no such program today.`,
    step_one_title: 'Nothing to do',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'See what we know',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `Could your employer add to ${gifts('your gift', 'your gifts')}?`,
    preheader1: 'Tell us where you work, and we will find out for you.',
    header1: 'Where do you work?',
    greeting,
    paragraph_one_1: `${thanks} Thousands of employers match their people’s gifts, often dollar for dollar. We’d like to find out whether yours does.`,
    step_one_title: 'Tell us the name of your employer',
    step_one_text: 'That’s all we need. Retired? Many employers match gifts from their retirees, too.',
    step_one_note: 'We use it for this question only.',
    step_one_btn: 'Tell us where you work',
    paragraph_two: 'Would you rather not? Then just ignore this email. Thank you all the same.',
    paragraph_three: '',
    salutation,
  },
  24: {
    // the single reminder for donors without a response
    subject2: `Once more: may we look for a match to ${gifts('your gift', 'your gifts')}?`,
    preheader2: `Yes or no, we won’t ask about ${gifts('this gift', 'these gifts')} again.`,
    header2: 'May we look for a match?',
    paragraph_one_2:
      `You gave {gift_amount} to {receiving_org_name}${gifts('', ' in {gift_count} gifts')}, and {has_employer, select, yes {{matching_employer_name}} other {your employer}} may add to it. ` +
      'We’d like to check, and only do so if you say yes.',
    subject1: `May we look for a match to ${gifts('your gift', 'your gifts')}?`,
    preheader1: `Your employer may add to ${gifts('your gift', 'your gifts')}. We ask before we look.`,
    header1: 'May we look for a match?',
    greeting,
    paragraph_one_1: `${thanks} Many employers match their people’s gifts. We’d like to check whether {has_employer, select, yes {{matching_employer_name}} other {yours}} does, and write to you about it.`,
    step_one_title: 'It’s your choice',
    step_one_text: `If you say yes, we’ll check the rules for ${gifts('this gift', 'these gifts')} and send you a few emails at most. If you say no, you won’t hear from us about this again. If you don’t answer, we won’t look.`,
    step_one_note: '',
    step_one_btn: 'Choose yes or no',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Until {deadline}: {matching_employer_name} can still match ${gifts('your gift', 'your gifts')}} several {Until {deadline}: {matching_employer_name} can still match your {first_gifts, select, several {first gifts} other {first gift}}} other {{matching_employer_name} can still match ${gifts('your gift', 'your gifts')}}}`,
    preheader1:
      '{has_deadline, select, several {After the deadline of a gift, nobody can ask for its match any more.} other {After the deadline, nobody can ask for this match any more.}}',
    header1:
      '{has_deadline, select, yes {The last day is {deadline}} several {The first deadline is {deadline}} other {The last days to ask}}',
    greeting,
    paragraph_one_1:
      `${gifts('Your gift of {gift_amount} to {receiving_org_name}', 'Your {gift_count} gifts to {receiving_org_name} {gift_span}, {gift_amount} together,')} can still be matched. {matching_employer_name} ` +
      `{has_match, select, yes {could add {match_amount}} other {could add to ${gifts('it', 'them')}}}, if you ask in time.`,
    step_one_title: 'It takes a few minutes',
    step_one_text: 'Your page shows the one step to take, with everything that {matching_employer_name} asks for.',
    step_one_note: inTime,
    step_one_btn: 'Ask for the match',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{matching_employer_name} has {more_to_come, select, yes {begun to match} other {matched}} ${gifts('your gift', 'your gifts')} to {receiving_org_name}`,
    preheader1:
      '{has_received, select, yes {{received_amount} has arrived.} other {The money has arrived.}} Thank you.',
    header1: `{more_to_come, select, yes {Your employer has begun to pay} other {${gifts('Your gift was', 'Your gifts were')} matched}}. Thank you`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {You gave {gift_amount} to {receiving_org_name} in {gift_count} gifts {gift_span}} other {You gave {gift_amount} to {receiving_org_name}{has_donation_date, select, yes { on {donation_date}} other {}}}}, ' +
      'and {matching_employer_name} has now added {has_received, select, yes {{received_amount}} other {its part}}. {more_to_come, select, yes {The rest is still to come. } other {}}Without you, it would not be here.',
    step_one_title: 'Nothing more to do',
    step_one_text: 'Both are at work now: what you gave, and what your employer added to it.',
    step_one_note: '',
    step_one_btn: `See what came of my ${gifts('gift', 'gifts')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
} as const satisfies Readonly<Record<templates.TemplateId, TemplateTexts>>
