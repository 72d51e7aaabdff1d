import type { audit } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { plural } from '../../../ui/format.ts'
import { capital, humanize } from './audit-changes.ts'

type AuditEvent = audit.AuditEvent

const subjects: Readonly<Record<string, { readonly noun: string; readonly filter: string }>> = {
  organization: { noun: 'the organization', filter: 'Organization' },
  member: { noun: 'a user', filter: 'Users' },
  chapter: { noun: 'a chapter', filter: 'Chapters' },
  parent: { noun: 'the parent organization', filter: 'Parent organization' },
  employer: { noun: 'an employer', filter: 'Employers' },
  'own policy': { noun: 'your own policy', filter: 'Own policies' },
  suggestion: { noun: 'a correction', filter: 'Suggested corrections' },
  api_key: { noun: 'an API key', filter: 'API keys' },
  webhook: { noun: 'a webhook', filter: 'Webhooks' },
  document: { noun: 'a document', filter: 'Documents' },
  w9: { noun: 'the W-9', filter: 'W-9' },
  irs: { noun: 'the IRS letter', filter: 'IRS letter' },
  logo: { noun: 'the logo', filter: 'Logo' },
  'notification email': { noun: 'a notification email', filter: 'Notification emails' },
  match: { noun: 'a match', filter: 'Match requests' },
  donation: { noun: 'a gift', filter: 'Donations' },
  'mails to donors': { noun: 'emails to donors', filter: 'Emails to donors' },
  'sending address': { noun: 'the sending address', filter: 'Sending address' },
  'weekly mail': { noun: 'the weekly email', filter: 'Weekly email' },
  donor: { noun: 'a donor', filter: 'Donors' },
  import: { noun: 'an upload', filter: 'Uploads' },
  campaign: { noun: 'a campaign', filter: 'Campaigns' },
  template: { noun: 'an email template', filter: 'Email templates' },
  view: { noun: 'the shared view', filter: 'Views' },
  report: { noun: 'the shared report', filter: 'Reports' },
  'bank line': { noun: 'a bank deposit', filter: 'Bank deposits' },
  'bank statement': { noun: 'a bank statement', filter: 'Bank statements' },
  payout: { noun: 'a payout', filter: 'Payouts' },
  'payout line': { noun: 'a payout report line', filter: 'Payout report lines' },
  'payout report': { noun: 'a payout report', filter: 'Payout reports' },
  plan: { noun: 'the plan', filter: 'Plan' },
  payment: { noun: 'a payment', filter: 'Payments' },
  'billing rules': { noun: 'the billing rules', filter: 'Billing rules' },
  access: { noun: 'something', filter: 'Denied attempts' },
  support: { noun: 'changes', filter: 'Support' },
  private_key: { noun: 'the private key', filter: 'Private key' },
}

export const describeSubjectFilter = (subject: string): string =>
  subjects[subject]?.filter ?? capital(humanize(subject))

const externalActors: Readonly<Record<string, string>> = { match: 'A donor', suggestion: 'A donor', donor: 'The donor' }

export function actorOf({ user, as_super, subject }: AuditEvent): string {
  if (!user) return externalActors[subject] ?? 'Twofold'
  return as_super ? `${user.name} (Twofold support)` : user.name
}

export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const matchesOf = (matches: unknown): string => (Number(matches) === 1 ? '1 match' : `${text(matches)} matches`)

export const webhookAt = (values: Readonly<Record<string, unknown>>): string =>
  text(values.url) ? `the webhook to ${text(values.url)}` : 'a webhook'

export function describeSubject({ subject, subject_id, before, after }: AuditEvent): string {
  if (subject === 'match' && after.matches) return matchesOf(after.matches)
  if ((subject === 'match' || subject === 'donor') && subject_id) return `${subject} ${subject_id}`
  if (subject === 'match' && Number(after.matches) > 0) return plural(Number(after.matches), 'match', 'matches')
  if (subject === 'webhook') return webhookAt({ ...before, ...after })
  const noun = subjects[subject]?.noun ?? `the ${humanize(subject)}`
  const name = text(after.name) || text(before.name) || text(after.email) || text(before.email) || text(after.file)
  if (name && subject !== 'organization') return `${noun} ${quoted(name)}`
  return noun
}
