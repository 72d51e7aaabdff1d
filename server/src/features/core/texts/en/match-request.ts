/** ICU messages over the variables of the emails. */
export const englishRequestTexts = {
  link_incomplete_title: 'This link is incomplete',
  link_incomplete_text: 'Part of the link is missing. Open it again from where you found it.',
  link_press_title: 'One more click',
  link_press_text: 'Press the button, and we’ll email a one-time link to {asked_email}, if that’s the address we have.',
  link_button: 'Send me the link',
  link_sent_title: 'Check your inbox',
  link_sent_text:
    'If {asked_email} is the address we have for this request, a link is on its way. It works once, and opens what you asked for.',
  link_sent_spam:
    'If you don’t see it within a few minutes, check your spam folder. We only email the address we have on file.',
  link_wait_title: 'Just a moment',
  link_used: 'This link expired or was already used. Request a new one.',

  request_hour_over: 'Your hour on this page is over. Request a new link.',
  request_gone: 'This request is no longer yours, or its gift was removed. You can’t change it here.',
  request_closed: 'Your employer already has this request, or it was closed. Nothing was changed.',
  handover_used: 'This link was already used or expired. Request a new one.',
}
