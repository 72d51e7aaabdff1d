/** Texts about donors' decisions on their mails and data, as ICU messages over the same variables. */
export const englishPrivacyTexts = {
  correct_link: 'Correct my name, email or employer',
  wishes_link: 'Your emails and your data',
  wishes_title: 'Your emails and your data',
  wishes_back: 'Back to your gift',
  wishes_mails: 'Emails about matches',
  wishes_mails_text: 'Emails from {receiving_org_name} about employer matches go to {donor_email}.',
  wishes_fewer_text:
    'If that’s too much: with fewer emails you get one about each gift, what comes of an answer of yours, and a word before a deadline. No other reminders.',
  wishes_fewer_press: 'Write to me less',
  wishes_is_fewer:
    'As you wished, you get one email about each gift, what comes of an answer of yours, and a word before a deadline. No other reminders.',
  wishes_all_press: 'Write to me as before',
  wishes_none: 'Stop these emails',
  wishes_is_none: 'We no longer send any.',
  wishes_again: 'Get them again',
  wishes_data: 'Your data',
  wishes_data_text:
    'What {receiving_org_name} keeps about you in Twofold is yours to have, or to have erased. So that nobody else does it with an email you passed on, we first send a link to {donor_email}.',
  wishes_copy_press: 'Email me a link to my data',
  wishes_erase: 'Erase my data',
  wishes_erase_text:
    'Your name, addresses, employer, notes and emails go, for good. Amounts and days of your gifts stay, without anything that says they are yours. Matches that you haven’t asked for yet can’t be asked for any more.',
  wishes_erase_press: 'Email me a link to erase it',
  wishes_elsewhere:
    'This is about {receiving_org_name}. Other organizations in your list have such a page of their own: open a gift to them first.',
  wish_fewer: 'Noted. We’ll write less.',
  wish_all: 'Noted. We’ll write as before.',
  wish_mailed: 'We’ve sent a link to {donor_email}. It works once, for {link_minutes} minutes.',
  wish_too_many: 'We’ve sent several links already. Please use the newest one, or try again in an hour.',

  data_copy_title: 'A copy of your data',
  data_copy_text:
    'Everything that {receiving_org_name} keeps about you in Twofold, as one ZIP file with tables. This link works once.',
  data_copy_press: 'Download my data',
  data_erasure_title: 'Erase your data?',
  data_erasure_text:
    'Everything that says who you are goes: your name, addresses, employer, notes and emails at {receiving_org_name}. Amounts and days of your gifts stay in its books without them. This can’t be undone, and links in earlier emails stop working.',
  data_erasure_press: 'Erase my data now',
  data_keep: 'If you’d rather keep it, just close this page.',
  data_erased_title: 'Your data was erased',
  data_erased_text:
    '{receiving_org_name} keeps no name, address or employer of yours in Twofold any more, and we won’t write to you. Copies outside of Twofold, such as its own donor list, are a matter between you and {receiving_org_name}.',
  data_busy_title: 'Please try again in a minute',
  data_busy_text: 'An email to you is being sent right now. Nothing was erased yet, and this link still works.',
  data_used_title: 'This link was used, or is too old',
  data_used_text: 'Please ask for a new one on the page of your gift, under “Your emails and your data”.',

  unknown_title: 'We don’t know this link',
  unknown_text: 'Your email app may have cut it off. Please open it again from the email, or copy the whole address.',
  ended_title: 'This link has ended',
  ended_text:
    'The gift was removed, its details were erased, or the email address for it changed. Please use the link in the newest email about your gift. If you have none, the nonprofit that emailed you can help.',
  too_many_title: 'One moment, please',
  too_many_text: 'There were many requests from your network. Please try again in a few minutes.',

  unsubscribe_title: 'No more emails about matches?',
  unsubscribe_text:
    'Emails from {receiving_org_name} about employer matches go to {donor_email}. You can stop them{has_gift, select, yes { for this gift only or for all your gifts} other {}}. Other emails from {receiving_org_name}, such as receipts, aren’t affected.',
  unsubscribe_press: 'Unsubscribe for all my gifts',
  unsubscribe_gift_press: 'Unsubscribe for this gift only',
  unsubscribed_gift_title: 'Done. No more emails about this gift',
  unsubscribed_gift_text:
    '{donor_email} gets no more emails about matching this gift. Emails about your other gifts to {receiving_org_name} still come.',
  unsubscribed_title: 'Done. No more emails about matches',
  unsubscribed_text: '{donor_email} gets no more emails about employer matches from {receiving_org_name}.',
  unsubscribe_undo: 'Undo, keep emailing me',
  resubscribed_title: 'Good to have you back',
  resubscribed_text: '{donor_email} gets emails about employer matches from {receiving_org_name} again.',
  bounced_text: 'Emails to {donor_email} came back, so we no longer send any.',
} as const
