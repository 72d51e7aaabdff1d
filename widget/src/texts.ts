/** Other languages are separate files in `public`: the script stays small. A page without them is in English. */
export const english = {
  /** '': the browser's. */
  locale: '',
  fieldLabel: 'Employer (many match gifts)',
  label: 'Where do you work?',
  open: 'Does my employer match?',
  close: 'Close',
  heading: 'Match your gift',
  thanks: 'Thank you! Your gift could become more.',
  thanksMore: 'Many employers match their employees’ donations. Find yours and request the match in two minutes.',
  cardHeading: 'Does your employer match?',

  type: 'Type the employer’s name',
  other: 'Other: “{name}”',
  none: 'No employers found',
  one: '1 employer found',
  many: '{count} employers found',
  noSearch: 'Search isn’t available right now. Type the full name.',
  unknown: 'We don’t know {name} yet. Ask anyway, and we’ll look into it.',
  deadline: 'Deadline: {day}.',

  gift: 'Your gift',
  date: 'Date of the gift',
  name: 'Your name',
  email: 'Your email',
  send: 'Ask for my match',
  steps: 'See the steps now',
  preview: 'This is a preview. Nothing was sent.',
  failed: 'We couldn’t send your request. Try again.',
  /** '': the message of the service. */
  tooMany: '',
  closed: 'This organization doesn’t accept match requests here.',
  /** Translations of the service's messages, by English text. */
  messages: {} as Readonly<Record<string, string>>,
}
export type Texts = typeof english

/** Returns the first part of the `lang` attribute of the element or its closest ancestor; '' for English and others. */
export function languageOf(element: Element): string {
  const tag = element.closest('[lang]')?.getAttribute('lang')?.toLowerCase().split('-', 1)[0] ?? ''
  return tag === 'fr' || tag === 'es' ? tag : ''
}

/** Returns the text with `{name}` replaced. */
export const fill = (text: string, name: string, value: string): string => text.replace(`{${name}}`, () => value)
