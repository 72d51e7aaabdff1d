/** ICU messages over the variables of the emails. */
export const englishPrivacyTexts = {
  correct_link: 'Correct my details',
  privacy_link: 'Your emails and your data',
  privacy_title: 'Your emails and your data',
  privacy_back: 'Back to your gift',
  privacy_mails: 'Emails about matches',
  privacy_mails_text: 'Emails from {receiving_org_name} about employer matches go to {donor_email}.',
  privacy_fewer_text:
    'Too many? Get one email per gift, replies to what you tell us, and deadline reminders. No other reminders.',
  privacy_fewer_button: 'Send me fewer emails',
  privacy_is_fewer: 'You’re getting fewer emails: one per gift, replies to what you tell us, and deadline reminders.',
  privacy_all_button: 'Send me all emails',
  privacy_none: 'Stop these emails',
  privacy_is_none: 'We no longer send you these emails.',
  privacy_again: 'Get them again',
  privacy_data: 'Your data',
  privacy_data_text:
    'You can get a copy of what {receiving_org_name} keeps about you in Twofold, or have it erased. We’ll email a link to {donor_email} first, to make sure it’s you.',
  privacy_copy_button: 'Email me a link to my data',
  privacy_erase: 'Erase my data',
  privacy_erase_text:
    'We’ll delete your name, addresses, employer, notes, and emails. We keep gift amounts and dates, with your personal information removed. Matches you haven’t requested yet can’t be requested anymore.',
  privacy_erase_button: 'Email me a link to erase it',
  privacy_elsewhere: 'This page is about {receiving_org_name} only. For another organization, open a gift to it first.',
  wish_fewer: 'Got it. You’ll get fewer emails.',
  wish_all: 'Got it. You’ll get all emails again.',
  wish_mailed: 'We’ve sent a link to {donor_email}. It works once, for {link_minutes} minutes.',
  wish_too_many: 'We’ve sent several links already. Use the newest one, or try again in an hour.',

  data_copy_title: 'A copy of your data',
  data_copy_text:
    'Everything that {receiving_org_name} keeps about you in Twofold, in one ZIP file of tables. This link works once.',
  data_copy_button: 'Download my data',
  data_erasure_title: 'Erase your data?',
  data_erasure_text:
    'We’ll delete everything that identifies you at {receiving_org_name}: your name, addresses, employer, notes, and emails. Only gift amounts and dates stay. This can’t be undone, and links in earlier emails stop working.',
  data_erasure_button: 'Erase my data now',
  data_keep: 'If you’d rather keep it, just close this page.',
  data_erased_title: 'Your data was erased',
  data_erased_text:
    '{receiving_org_name} no longer has your name, address, or employer in Twofold, and we won’t email you. Ask {receiving_org_name} about copies it keeps elsewhere.',
  data_busy_title: 'Try again in a minute',
  data_busy_text: 'An email to you is being sent right now. Nothing was erased yet, and this link still works.',
  data_used_title: 'This link expired or was already used',
  data_used_text: 'Request a new one on your gift’s page, under “Your emails and your data”.',

  unknown_title: 'We don’t recognize this link',
  unknown_text: 'Your email app may have cut it off. Open it again from the email, or copy the whole address.',
  ended_title: 'This link no longer works',
  ended_text:
    'The gift was removed, its details were erased, or its email address changed. Use the link in the newest email about your gift. If you don’t have one, the nonprofit that emailed you can help.',
  too_many_title: 'Just a moment',
  too_many_text: 'There were many requests from your network. Try again in a few minutes.',

  unsubscribe_title: 'Stop emails about matches?',
  unsubscribe_text:
    'Emails from {receiving_org_name} about employer matches go to {donor_email}. You can stop them{has_gift, select, yes { for this gift only or for all your gifts} other {}}. Other emails from {receiving_org_name}, such as receipts, aren’t affected.',
  unsubscribe_button: 'Unsubscribe for all my gifts',
  unsubscribe_gift_button: 'Unsubscribe for this gift only',
  unsubscribed_gift_title: 'Done. No more emails about this gift',
  unsubscribed_gift_text:
    'We won’t email {donor_email} about matching this gift. You’ll still get emails about your other gifts to {receiving_org_name}.',
  unsubscribed_title: 'Done. No more emails about matches',
  unsubscribed_text: 'We won’t email {donor_email} about employer matches for {receiving_org_name} anymore.',
  unsubscribe_undo: 'Undo, keep emailing me',
  resubscribed_title: 'Welcome back',
  resubscribed_text: 'We’ll email {donor_email} about employer matches for {receiving_org_name} again.',
  bounced_text: 'Emails to {donor_email} bounce, so we don’t send any.',
} as const
