/** Texts of the way to 'Edit Your Match Request' and of its refusals, as ICU messages over the same variables. */
export const englishRequestTexts = {
  link_incomplete_title: 'This link is incomplete',
  link_incomplete_text: 'Part of the link is missing. Please open it again from where you found it.',
  link_press_title: 'One more click',
  link_press_text: 'Press the button, and we’ll email a one-time link to {asked_email}, if that’s the address we have.',
  link_press: 'Send me the link',
  link_sent_title: 'Check your inbox',
  link_sent_text:
    'If {asked_email} is the address we have for this request, a link is on its way. It works once, and opens what you asked for.',
  link_sent_spam:
    'If you don’t see it within a few minutes, check your spam folder. We only email the address we have on file.',
  link_wait_title: 'Please wait a moment',
  link_used: 'This link has expired or was already used. Please request a new one.',

  request_hour_over: 'Your hour on this page is over. Please ask for a new link.',
  request_gone: 'This request is no longer yours, or its gift was removed. Nothing can be changed here.',
  request_closed: 'Your employer already has this request, or it was closed. Nothing was changed.',
  handover_used: 'This link was already used or has expired. Please ask for a new one.',
}
