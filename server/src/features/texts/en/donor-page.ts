/** The words of the donor's page, as ICU messages over the variables of the mails. */
export const englishPageTexts = {
  from: '{receiving_org_name}',
  your_gift: '{has_several, select, yes {Your gifts} other {Your gift}}',
  could_add: '{matching_employer_name} could add',
  source:
    '{has_as_of, select, yes {From {source_host}, as of {as_of}.} other {From {source_host}.}} Policies change; {matching_employer_name} has the last word.',
  foot: 'Twofold looks for employer matches for {receiving_org_name}. It never handles the money: the match goes from the employer to the nonprofit.',
  questions: 'Questions and answers',
  language: 'Language',
  privacy: 'Privacy',
  contact: '{has_reply, select, yes {Write to {receiving_org_email}} other {}}',

  act_title:
    '{has_match, select, yes {{matching_employer_name} could add {match_amount}} other {{matching_employer_name} may match your gift}}',
  act_intro:
    'Thank you for your {has_several, select, yes {gifts} other {gift}} to {receiving_org_name}. Here’s what to do, and everything you need for it.',
  by_deadline:
    '{has_deadline, select, yes {Please do this by {deadline}.} other {The sooner the better: most employers take requests for only a few months.}}',
  late: 'The deadline was {deadline}. If you asked in time, say so with the button below.',
  steps: 'What to do',
  needed: 'What you will be asked for',

  csr_open_title: 'Sign in to your giving portal{has_vendor, select, yes { ({matching_employer_vendor})} other {}}',
  csr_open_text: 'Use the account you have from your employer. It opens in a new tab.',
  csr_open: 'Open the portal',
  platform_title: '{matching_employer_name} takes requests on {matching_employer_vendor}',
  platform_text:
    'We don’t know its address there. You can find it on your intranet, or by searching for "{matching_employer_vendor}" and your employer. These are the steps:',
  platform_show: 'Show me the steps',
  csr_ask: 'Look for "request a match" and find {receiving_org_name}. Searching by EIN works best.',
  csr_fill:
    'Enter the gift with the details below, and send it. If it asks for a receipt, the one from {receiving_org_name} will do.',
  submitted_then: 'Come back and press "I submitted it".',

  giving_then:
    'Tell us that it’s done from our email about this gift: press the button there, and you won’t be asked again.',

  contact_show: '{has_contact, select, yes {Show me the email} other {Show me the letter}}',
  contact_show_text:
    'We’ve written it for you. {has_contact, select, yes {Just copy it and send it from your work address.} other {Just copy it and send it.}}',
  contact_send:
    '{has_contact, select, yes {Copy this email and send it from your work address to {matching_employer_contact_email}.} other {Copy this letter and send it to {has_contact_address, select, yes {{matching_employer_contact_address}} other {the people in charge of giving at {matching_employer_name}}}.}}',
  contact_mail_program: 'Open it in my email app',
  contact_subject: 'Matching gift request: {receiving_org_name}',
  contact_letter:
    'Hello,\n\nI made a gift of {gift_amount} to {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}}{has_donation_date, select, yes { on {donation_date}} other {}}, and I would like to ask for the match of {matching_employer_name}.\n\n{has_reply, select, yes {{receiving_org_name} can confirm the gift: {receiving_org_email}.\n\n} other {}}Could you tell me whether you need anything else from me?\n\nThank you,\n{donor_full_name}',

  mail_form: 'Get the form',
  mail_form_open: 'Open the form',
  mail_form_ask: 'Ask your HR team for the matching gift form, or look for it on your intranet.',
  mail_fill: 'Print it, fill in your part with the details below, and sign it by hand.',
  mail_send_to: 'Mail it to:',
  mail_send_form: 'Mail it to the address on the form.',
  mail_then: 'Come back and press "I mailed it".',

  form_honest:
    'Signing online isn’t available here yet. Until it is, the form of {matching_employer_name} works on paper or as a PDF.',
  sign_step: 'Read and sign the form of {matching_employer_name}',
  sign_step_text: 'We have filled in what we know. It takes two minutes on a phone, and nothing has to be printed.',
  sign_open: 'Read and sign the form',
  sign_step_then: '{receiving_org_name} sends it to {matching_employer_name} with the receipt of your gift.',
  sign_title: 'Sign the form of {matching_employer_name}',
  sign_back: 'Back to your gift',
  sign_asked_title: 'What only you know',
  sign_asked_text: 'The form asks for this. Leave blank what you would rather not say.',
  sign_donor_phone: 'Phone',
  sign_donor_address: 'Address',
  sign_employee_id: 'Employee ID',
  sign_fill: 'Put it on the form',
  sign_form_title: 'The form as it will be signed',
  sign_form_text: 'Is everything right? If your name, email, or employer is wrong, go back and correct it first.',
  sign_page: 'A page of the form. What we have written on it stands in the list below.',
  sign_pdf: 'Open the form as a PDF',
  sign_change: 'Change what you filled in',
  sign_name_title: 'Your signature',
  sign_name: 'Your full name',
  sign_draw: 'Draw it with a finger or the mouse, if you like',
  sign_draw_again: 'Draw it again',
  sign_consent:
    'I have read this form, what it says about me is true, and I sign it electronically. My typed or drawn name counts like a signature on paper.',
  sign_kept:
    'With your signature we keep the time, your internet address, and your browser. They stand on the last page of the signed form.',
  sign_press: 'Sign the form',
  sign_missing: 'Type your full name and tick the box, then press again.',
  sign_changed: 'Something on the form changed since you opened it. Please read it once more, then sign.',
  sign_done_title: 'The form is signed',
  sign_done_text: 'Thank you. You signed the form of {matching_employer_name} on {signed_day}.',
  sign_done_verify: '{receiving_org_name} fills in its part next, and sends it to {matching_employer_name}.',
  sign_done_sent: '{receiving_org_name} sends it to {matching_employer_name} with the receipt of your gift.',
  sign_done_pdf: 'Download the signed form',
  sign_ask_title: 'Sign a matching gift form',
  sign_ask_text: 'Type the address that your gift was made with, and we’ll email you a link to the form.',
  sign_ask_label: 'Email',
  sign_ask_press: 'Email me the link',

  form_fill: 'Fill in your part with the details below, and sign it.',
  form_send:
    'Send it where the form says. If it has a part for the nonprofit, {has_reply, select, yes {send it to {receiving_org_email} first} other {give it to {receiving_org_name} first}}.',
  form_then: 'Come back and press "I sent it".',

  employment_label: 'What is your connection to {matching_employer_name}?',
  employment_why: 'Its rules aren’t the same for everyone. Tell us, and we’ll check them for you.',
  employment_employee: 'I work there',
  employment_part_time: 'I work there part-time',
  employment_retired: 'I’m retired from there',
  employment_board: 'I’m on its board',
  employment_spouse: 'My spouse or partner works there',
  employment_former: 'I used to work there',
  employment_press: 'Check the rules for me',

  submitted_press: 'I submitted it',
  mailed_press: 'I mailed it',
  sent_press: 'I sent it',
  decline: "I don't want to",
  decline_sure: 'Then we’ll close this request and send you no more emails about it. Your gift stays as it is.',
  decline_press: 'Yes, close the request',

  fact_gift: 'Amount',
  fact_date: 'Date of the gift',
  fact_transaction: 'Transaction',
  fact_nonprofit: 'Nonprofit',
  fact_ein: 'EIN (tax ID)',
  fact_address: 'Address',
  fact_contact: 'Contact',
  fact_website: 'Website',
  fact_rate: 'Rate',
  rate_of: '{match_ratio} (employer to donor)',
  fact_deadline: 'Ask by',
  fact_limits: 'Limits',
  limit_min: 'from {matching_employer_min_match}',
  limit_max_gift: 'up to {max_per_gift} a gift',
  limit_max_year: 'up to {max_per_year} a year',
  copy: 'Copy',
  copied: 'Copied!',

  consent_title: 'May we look for a match?',
  consent_intro:
    'Thank you for your gift of {gift_amount} to {receiving_org_name}{has_donation_date, select, yes { on {donation_date}} other {}}. Many employers match their people’s gifts.',
  consent_what:
    'If you say yes, we’ll check the rules of {has_employer, select, yes {{matching_employer_name}} other {your employer}} for this gift{can_write, select, yes { and write to you about the result. You can stop that at any time.} other {. This page will show the result.}}',
  consent_yes: 'Yes, look for a match',
  consent_no: 'No, please don’t',

  employer_title: 'Where do you work?',
  employer_intro:
    'Thank you for your gift of {gift_amount} to {receiving_org_name}. Tell us your employer, and we’ll look up whether it matches gifts like yours.',
  employer_label: 'Name of your employer',
  employer_press: 'Look it up',
  employer_missing: 'Please type the name of your employer.',

  submitted_title: 'Thank you. It’s on its way',
  submitted_text:
    '{matching_employer_name} has your request. Most employers pay in batches, a few weeks to a few months later, straight to {receiving_org_name}. There’s nothing more for you to do.',
  completed_title: 'It’s complete. Thank you',
  completed_text:
    '{has_several, select, yes {Your gifts to {receiving_org_name} have} other {Your gift to {receiving_org_name} has}} been matched. You made that happen.',
  verify_title: 'Thank you. Your part is done',
  verify_text: '{receiving_org_name} has to confirm the gift now. There’s nothing more for you to do.',
  declined_title: 'This request is closed',
  declined_text:
    'We won’t write to you about it again. Thank you for your gift to {receiving_org_name}: it helps just the same.',
  declined_back:
    '{has_reply, select, yes {Changed your mind? Write to {receiving_org_email}.} other {Changed your mind? Tell {receiving_org_name}.}}',
  review_title: 'We’re looking into it',
  review_text:
    'Thank you. We’re finding out about {matching_employer_name}. {can_write, select, yes {When we know what to do, we’ll write to you.} other {Please open this page again in a few days: it will say what to do.}}',
  recurring_title: 'We’re adding up your gifts',
  recurring_text:
    'The matches of your regular gifts to {receiving_org_name} are requested together. {can_write, select, yes {We’ll write to you when it’s time.} other {This page will say when it’s time.}}',
  preparing_title: 'Not yet, but soon',
  preparing_text:
    '{receiving_org_name} has some things to set up before we can look for a match. {can_write, select, yes {When that’s done, we’ll look at your gift.} other {When that’s done, this page will say what to do.}}',
  over_title: 'This match request is closed',
  over_text: 'There’s nothing for you to do. Thank you for your gift to {receiving_org_name}.',

  told_9_title: 'We’re still finding out how to ask',
  told_9_text:
    '{matching_employer_name} may match your gift, but we don’t know yet how to ask for the match. {has_reply, select, yes {If you know, please write to {receiving_org_email}.} other {If you know, please tell {receiving_org_name}.}}',
  told_10_title: 'This gift is below the minimum',
  told_10_text:
    '{matching_employer_name} matches gifts {has_min, select, yes {of {matching_employer_min_match} or more} other {above a minimum}}. {later_gift_joins, select, yes {If you give to {receiving_org_name} again by {later_gift_until}, we’ll add your gifts together.} other {If you give again, a gift{has_min, select, yes { of {matching_employer_min_match} or more} other { above the minimum}} can be matched.}}',
  told_15_payroll_title: 'Your employer has it already',
  told_15_payroll_text:
    'This gift came through the payroll of {matching_employer_name}, so there’s nothing to ask for and nothing for you to do.',
  told_19_none_title: 'Thank you for your gift',
  told_19_none_text:
    'From what we were told, you have no employer who could match it. Your gift to {receiving_org_name} helps just the same.',
  told_11_title: 'This gift can’t be matched',
  told_11_text:
    '{reason_text} There’s nothing for you to do. Thank you for your {has_several, select, yes {gifts} other {gift}}.',
  told_15_title: 'It matches gifts made on its own site',
  told_15_text:
    '{matching_employer_name} matches only gifts made on its own giving site or through payroll. Next time, look for {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}} there.',
  told_19_title: 'No program that we know of',
  told_19_text:
    'As far as we know, {matching_employer_name} has no matching program today. Your gift to {receiving_org_name} helps just the same.',
  told_wrong:
    '{has_reply, select, yes {Is that wrong? Please write to {receiving_org_email}.} other {Is that wrong? Please tell {receiving_org_name}.}}',
  elsewhere: '{has_employer, select, yes {I don’t work there} other {I do have an employer}}',
  elsewhere_text: 'Tell us where you work, and we’ll check this gift again.',

  choose_title: 'Which one is it?',
  choose_text: 'We know these employers. Choose yours, so that we can use its rules right away.',
  choose_none: 'None of these:',
  choose_press: 'This is it',
  choose_back: 'Go back',

  receipt_link: 'Receipt (PDF)',
  receipt_title: 'Donation receipt',
  receipt_text:
    '{receiving_org_name} received the gift below. This receipt is for the matching program of {has_employer, select, yes {{matching_employer_name}} other {the employer}}.',
  receipt_donor: 'Donor',
  receipt_taxes:
    'For taxes, please use the receipt that {receiving_org_name} sent you: it says whether anything was given in return.',
  calendar_link: 'Add the deadline to my calendar',
  calendar_summary: 'Last day to ask {matching_employer_name} to match your gift',
  calendar_text: 'Your gift of {gift_amount} to {receiving_org_name}. What to do, and everything you need for it:',

  gifts_title: 'All your gifts',
  gifts_text: 'To {receiving_org_name} and the organizations that belong to it. Each has its own page.',
  stands_act: '{has_stand_deadline, select, yes {Waiting for you, until {stand_deadline}} other {Waiting for you}}',
  stands_late: 'The deadline was {stand_deadline}',
  stands_consent: 'Waiting for your answer',
  stands_employer: 'Tell us your employer',
  stands_submitted: 'Submitted',
  stands_completed: 'Complete',
  stands_verify: 'Waiting for the nonprofit',
  stands_declined: 'Closed, as you wished',
  stands_review: 'We’re looking into it',
  stands_recurring: 'Being added up',
  stands_preparing: 'Not yet, but soon',
  stands_over: 'Closed',
  stands_told_9: 'We’re finding out how to ask',
  stands_told_10: 'Below the minimum',
  stands_told_11: 'Can’t be matched',
  stands_told_15: 'Matched only on the employer’s own site',
  stands_told_19: 'No program that we know of',

  rules: 'These rules are wrong',
  rules_text: 'Tell us what is right at {matching_employer_name}. A person looks at it and corrects our directory.',
  rules_about: 'What is wrong?',
  rules_value: 'What is right?',
  rules_source: 'Web page that says so (if you know one)',
  rules_note: 'Anything else (if you like)',
  rules_press: 'Send the correction',
  rules_program: 'Whether gifts are matched',
  rules_ratio: 'How much is added',
  rules_minimum: 'The minimum',
  rules_maximum: 'The maximum',
  rules_deadline: 'The deadline',
  rules_who: 'Who may take part',
  rules_nonprofits: 'Which nonprofits',
  rules_how: 'How to ask',
  rules_company: 'The name of the company',
  rules_other: 'Something else',

  suggested: 'Thank you. A person looks at what you wrote, and corrects the rules where they are wrong.',
  suggestion_missing: 'Please write what is right.',
  suggestions_many: 'We have several notes of yours already. We look at those first.',
  moved_on: 'This had already changed, so nothing was done. Here’s how it stands now.',
  noted: 'Noted. Thank you.',
} as const
