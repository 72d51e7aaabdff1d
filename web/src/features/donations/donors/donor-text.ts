import type { suppressions as contract, donors } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { formatDay, formatMoney } from '../../../ui/format.ts'

export const nameOfDonor = ({ name, email }: Pick<donors.DonorRow, 'name' | 'email'>): string =>
  name || email || 'No name'

export const fieldLabels: Readonly<Record<donors.DonorField | 'employer', string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  street: 'Street',
  street2: 'Apartment or suite',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  employer: 'Employer',
}

const labels: Readonly<Record<string, string>> = fieldLabels
const wordOf = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value)

/** `City: nothing → Peoria`. An employer set for all open matches has no single previous value. */
export const describeChange = ({ field, from, to }: donors.DonorEvent['changes'][number]): string =>
  field === 'because'
    ? `Why: ${quoted(wordOf(to))}`
    : field === 'with' || field === 'into'
      ? wordOf(to)
      : field === 'employer'
        ? `Employer: ${wordOf(to)}`
        : `${labels[field] ?? field}: ${wordOf(from)} → ${wordOf(to)}`

const eventLabels: Readonly<Record<string, string>> = {
  changed: 'changed this donor',
  merged: 'merged another donor into this one',
  merged_into: 'merged this donor into another one',
  merge_undone: 'undid a merge',
  fewer_mails: 'asked for fewer emails',
  language: 'chose a language for emails and pages',
  all_mails: 'asked for all emails again',
  mails_allowed: 'resumed emails to this donor',
  mails_stopped: 'marked this donor “do not email”',
  marked_deceased: 'marked this donor as deceased',
  data_copied: 'downloaded their data',
  data_erased: 'had their data erased',
}

const donorActions: readonly string[] = ['fewer_mails', 'all_mails', 'language', 'data_copied', 'data_erased']
export const describeActor = ({ action, user_name }: donors.DonorEvent): string =>
  donorActions.includes(action) ? 'The donor' : (user_name ?? 'Twofold')
export const describeEvent = (action: string): string => eventLabels[action] ?? action.replaceAll('_', ' ')

const suppressions = {
  unsubscribed: { word: 'Unsubscribed', sentence: 'unsubscribed, so we can’t email this address.' },
  bounced: { word: 'Bounced', sentence: 'Emails to this address bounce, so we don’t send any.' },
  complained: { word: 'Marked as spam', sentence: 'marked an email as spam, so we stopped sending them.' },
  opted_out: { word: 'Do not email', sentence: 'asked not to be emailed.' },
  deceased: { word: 'Deceased', sentence: 'is deceased. We don’t send emails.' },
} as const

type Suppression = Pick<contract.Suppression, 'reason'>
export const suppressionLabel = ({ reason }: Suppression): string => suppressions[reason].word
export const suppressionSentence = (name: string, { reason }: Suppression): string =>
  reason === 'bounced' ? suppressions.bounced.sentence : `${name} ${suppressions[reason].sentence}`

export const releaseWarnings: Readonly<Record<contract.SuppressionReason, string>> = {
  bounced: 'Emails to this address bounced, or a file says so. If another one bounces, we’ll stop again.',
  unsubscribed:
    'They unsubscribed. Continue only if they asked you for emails again. They can also resubscribe with the unsubscribe link in any of your emails.',
  opted_out: 'A file or your team says they don’t want emails. Continue only if they asked you for emails.',
  deceased:
    'A file or your team says this donor is deceased. Continue only if that’s wrong. Their gifts can then be matched again.',
  complained:
    'They marked one of your emails as spam. Continue only if they asked you for emails again. Another complaint hurts delivery of all your emails.',
}

/** `June 1, 2026 to November 20, 2026`, or a single day. */
export function formatDays(first: string | null, last: string | null): string {
  if (first === null || last === null) return ''
  return first === last ? `on ${formatDay(first)}` : `${formatDay(first)} to ${formatDay(last)}`
}

export const describeTotalGiven = (sums: donors.DonorRow['sums']): string =>
  sums.map(({ given, currency }) => formatMoney(given, currency)).join(' + ') || '–'

const sourceNames = { system: 'Twofold', user: 'your team', donor: 'the donor', import: 'an upload' } as const

export function sourceOfEmployer({ file_name, told_by, donated_at }: donors.DonorEmployer): string {
  if (told_by) return `From ${told_by.user_name ?? sourceNames[told_by.actor]}, ${formatDay(told_by.at)}`
  if (file_name) return `From upload ${quoted(file_name)}`
  return `From a gift on ${formatDay(donated_at)}`
}

export const formatAddress = ({
  street,
  street2,
  city,
  state,
  zip,
  country,
}: Pick<donors.DonorDetail, 'street' | 'street2' | 'city' | 'state' | 'zip' | 'country'>): string =>
  [street, street2, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), country]
    .filter(Boolean)
    .join(' · ')
