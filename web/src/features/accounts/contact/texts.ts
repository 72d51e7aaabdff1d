import { englishFormTexts } from '../../../shared/donor-form-texts.ts'
import { englishLayoutTexts, type LayoutTexts } from '../../../shared/layout-texts.ts'

const frame: LayoutTexts = englishLayoutTexts
const messages: Readonly<Record<string, string>> = {}

/** Labels and messages are from the specification. */
export const english = {
  /** '': the browser's locale. */
  locale: '',
  frame,
  ...englishFormTexts,
  failed: 'Failed to send message. Please try again.',

  title: 'Contact',
  lead: 'Questions? Donors, nonprofits, and employers can reach us here. You’ll find many answers in the',
  questions: 'Frequently Asked Questions',
  sentTitle: 'Message sent!',
  sent: "We'll get back to you as soon as possible.",
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sending: 'Sending...',
  otherWays: 'Other ways to reach us',
  phone: 'Phone',
  address: 'Address',
  hours: 'Business hours',
  weekdays: 'Monday to Friday: 9:00 AM to 5:00 PM',
  weekend: 'Saturday and Sunday: Closed',

  /** By the messages of the contract. */
  messages,
}

export type ContactTexts = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name]
}
