import type { audit } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { plural } from '../../../ui/format.ts'
import { capital, humanize } from './audit-changes.ts'

type AuditEvent = audit.AuditEvent

const subjects: Readonly<Record<string, { readonly one: string; readonly filter: string }>> = {
  organization: { one: 'the organization', filter: 'Organization' },
  member: { one: 'a user', filter: 'Users' },
  chapter: { one: 'a chapter', filter: 'Chapters' },
  parent: { one: 'the parent organization', filter: 'Parent organization' },
  employer: { one: 'an employer', filter: 'Employers' },
  'own policy': { one: 'your own policy', filter: 'Own policies' },
  suggestion: { one: 'a correction', filter: 'Suggested corrections' },
  api_key: { one: 'an API key', filter: 'API keys' },
  webhook: { one: 'a webhook', filter: 'Webhooks' },
  document: { one: 'a document', filter: 'Documents' },
  w9: { one: 'the W-9', filter: 'W-9' },
  irs: { one: 'the IRS letter', filter: 'IRS letter' },
  logo: { one: 'the logo', filter: 'Logo' },
  'notification email': { one: 'a notification email', filter: 'Notification emails' },
  match: { one: 'a match', filter: 'Match requests' },
  donation: { one: 'a gift', filter: 'Donations' },
  'mails to donors': { one: 'emails to donors', filter: 'Emails to donors' },
  'sending address': { one: 'the sending address', filter: 'Sending address' },
  'weekly mail': { one: 'the weekly email', filter: 'Weekly email' },
  donor: { one: 'a donor', filter: 'Donors' },
  import: { one: 'an upload', filter: 'Uploads' },
  campaign: { one: 'a campaign', filter: 'Campaigns' },
  template: { one: 'an email template', filter: 'Email templates' },
  view: { one: 'the shared view', filter: 'Views' },
  report: { one: 'the shared report', filter: 'Reports' },
  'bank line': { one: 'a bank line', filter: 'Bank lines' },
  'bank statement': { one: 'a bank statement', filter: 'Bank statements' },
  payout: { one: 'a payout', filter: 'Payouts' },
  'payout line': { one: 'a payout report line', filter: 'Payout report lines' },
  'payout report': { one: 'a payout report', filter: 'Payout reports' },
  plan: { one: 'the plan', filter: 'Plan' },
  payment: { one: 'a payment', filter: 'Payments' },
  'billing rules': { one: 'the billing rules', filter: 'Billing rules' },
  access: { one: 'something', filter: 'Denied attempts' },
  support: { one: 'changes', filter: 'Support' },
  private_key: { one: 'the private key', filter: 'Private key' },
}

export const subjectFilterWords = (subject: string): string => subjects[subject]?.filter ?? capital(humanize(subject))

const outsiders: Readonly<Record<string, string>> = { match: 'A donor', suggestion: 'A donor', donor: 'The donor' }

export function actorOf({ user, as_super, subject }: AuditEvent): string {
  if (!user) return outsiders[subject] ?? 'Twofold'
  return as_super ? `${user.name} (Twofold support)` : user.name
}

export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const matchesOf = (matches: unknown): string => (Number(matches) === 1 ? '1 match' : `${text(matches)} matches`)

export const webhookAt = (values: Readonly<Record<string, unknown>>): string =>
  text(values.url) ? `the webhook to ${text(values.url)}` : 'a webhook'

export function subjectWords({ subject, subject_id, before, after }: AuditEvent): string {
  if (subject === 'match' && after.matches) return matchesOf(after.matches)
  if ((subject === 'match' || subject === 'donor') && subject_id) return `${subject} ${subject_id}`
  if (subject === 'match' && Number(after.matches) > 0) return plural(Number(after.matches), 'match', 'matches')
  if (subject === 'webhook') return webhookAt({ ...before, ...after })
  const one = subjects[subject]?.one ?? `the ${humanize(subject)}`
  const named = text(after.name) || text(before.name) || text(after.email) || text(before.email) || text(after.file)
  if (named && subject !== 'organization') return `${one} ${quoted(named)}`
  return one
}
