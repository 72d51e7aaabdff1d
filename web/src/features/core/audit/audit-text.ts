import type { audit } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { plural } from '../../../ui/format.ts'
import { changesIn, humanize } from './audit-changes.ts'
import { actorOf, describeSubject, matchesOf, text, webhookAt } from './audit-subjects.ts'

type AuditEvent = audit.AuditEvent

const donationsWere = (donations: unknown): string =>
  Number(donations) === 1 ? '1 gift was' : `${Number(donations)} gifts were`

const blockedReasons: Readonly<Record<string, string>> = {
  unsubscribed: 'who had unsubscribed',
  bounced: 'whose emails had bounced',
  complained: 'who had marked an email as spam',
  opted_out: 'who was marked “do not email”',
  deceased: 'who was marked deceased',
}

const mailsOf = (mails: unknown): string => (Number(mails) === 1 ? '1 email' : `${Number(mails)} emails`)

/** `verified match 12: from “Nonprofit to Verify” to “Submitted”` or `verified 12 matches` */
const movedMatch =
  (action: string) =>
  ({ subject_id, before, after }: AuditEvent): string => {
    if (!subject_id) return `${action} ${matchesOf(after.matches)}`
    const path =
      text(before.status) && text(after.status) ? `: from “${text(before.status)}” to “${text(after.status)}”` : ''
    return `${action} match ${subject_id}${path}`
  }

const movedGifts = (gifts: unknown): string => (Number(gifts) === 1 ? '1 gift moved' : `${Number(gifts)} gifts moved`)

const defaultSentence = (event: AuditEvent): string => {
  const [singleChange, ...others] = changesIn(event)
  const path =
    singleChange?.from &&
    singleChange.to &&
    others.length === 0 &&
    singleChange.from.length + singleChange.to.length < 120
      ? `: ${singleChange.field} from ${quoted(singleChange.from)} to ${quoted(singleChange.to)}`
      : ''
  return `${humanize(event.action)} ${describeSubject(event)}${path}`
}

/** Silencing is stored as an ordinary match change but has a verb. */
const changedMatch = (event: AuditEvent): string => {
  const [singleChange, ...others] = changesIn(event)
  if (singleChange?.field !== 'Silenced' || others.length > 0) return defaultSentence(event)
  return `${event.after.silenced === true ? 'silenced' : 'un-silenced'} match ${event.subject_id}`
}

const payoutOf = (payer: unknown): string => (text(payer) ? `a payout from ${text(payer)}` : 'a payout')

const detailSuffix = (value: unknown): string => (text(value) ? `: ${text(value)}` : '')

const ofInvoice = (values: AuditEvent['after']): string => `${text(values.amount)} for invoice ${text(values.invoice)}`

const keysSentence = ({ keys_and_webhooks, by }: AuditEvent['after']): string => {
  if (!text(keys_and_webhooks)) return ''
  return text(by) ? `; ${text(by)} now owns their keys and webhooks` : '; their keys and webhooks were revoked'
}

const sentences: Readonly<Record<audit.AuditActionName, (event: AuditEvent) => string>> = {
  'organization changed': defaultSentence,
  'own policy changed': defaultSentence,
  'webhook changed': defaultSentence,
  'donor changed': defaultSentence,
  'template created': ({ after }) => `added a version of an email template: ${text(after.name)}`,
  'template changed': ({ after }) => `changed the email template ${text(after.name)}`,
  'template turned on': ({ after }) => `turned on the email template ${text(after.name)}`,
  'template turned off': ({ after }) => `turned off the email template ${text(after.name)}`,
  'campaign created': defaultSentence,
  'campaign changed': defaultSentence,
  'match silenced': defaultSentence,
  'match un-silenced': defaultSentence,
  'match reprocessed': defaultSentence,
  'document uploaded': defaultSentence,
  'document replaced': defaultSentence,
  'document deleted': defaultSentence,
  'w9 uploaded': defaultSentence,
  'w9 replaced': defaultSentence,
  'w9 deleted': defaultSentence,
  'irs uploaded': defaultSentence,
  'irs replaced': defaultSentence,
  'irs deleted': defaultSentence,
  'logo uploaded': defaultSentence,
  'logo replaced': defaultSentence,
  'logo deleted': defaultSentence,
  'match changed': changedMatch,
  'match submitted': movedMatch('marked as submitted'),
  'match submitted for match': movedMatch('submitted for matching'),
  'match confirmed': movedMatch('confirmed'),
  'match verified': movedMatch('verified'),
  'match asked to verify': movedMatch('was asked to verify'),
  'match signed': movedMatch('signed the form of'),
  'match cancelled': movedMatch('canceled'),
  'match closed without a charge': movedMatch('closed without a charge'),
  'match refunded': movedMatch('marked as refunded'),
  'match restored': movedMatch('restored'),
  'match noted': ({ subject_id, after }) => `added a note to match ${subject_id}: ${quoted(text(after.note))}`,
  'match removed a note of': ({ subject_id, before }) =>
    `removed a note from match ${subject_id}: ${quoted(text(before.note))}`,
  'suggestion made': ({ after }) =>
    `suggested a correction about ${text(after.name)} (${text(after.about)}): ${quoted(text(after.value))}`,
  'suggestion accepted': ({ after }) =>
    `accepted the correction about ${text(after.name)}: ${quoted(text(after.value))}`,
  'suggestion declined': ({ after }) =>
    `declined the correction about ${text(after.name)}: ${quoted(text(after.value))}. Why: ${text(after.reason)}`,
  'webhook created': ({ after }) => `added ${webhookAt(after)}`,
  'webhook removed': ({ before }) => `deleted ${webhookAt(before)}`,
  'webhook rotated': () => 'created a new signing secret for a webhook',
  'webhook revealed': () => 'viewed a webhook’s token and signing secret',
  'webhook copied': () => 'copied a webhook’s token or signing secret',
  'webhook tested': () => 'sent a test event to a webhook',
  'webhook resent': ({ after }) => `resent a webhook’s delivery ${text(after.delivery)}`,
  'api_key changed': ({ before, after }) =>
    `renamed the API key ${quoted(text(before.name))} to ${quoted(text(after.name))}`,
  'member invited': ({ after }) =>
    `invited ${text(after.email)}${after.level ? ` with ${text(after.level)} access` : ''}`,
  'member invited again': ({ after }) => `resent the invitation to ${text(after.email)}`,
  'member changed': ({ before, after }) =>
    `changed ${text(after.email)}’s access from ${text(before.level)} to ${text(after.level)}`,
  'member removed': ({ before, after }) =>
    `removed ${text(before.email)}, who had ${text(before.level)} access${keysSentence(after)}`,
  'member restored': ({ after }) => `undid the removal of ${text(after.email)}`,
  'member renamed': ({ before, after }) => `renamed ${text(before.name)} to ${text(after.name)}`,
  'chapter created': ({ after }) => `added the chapter ${text(after.name)}`,
  'chapter asked': ({ after }) => `asked ${text(after.asked_for)} to become a chapter`,
  'chapter request withdrawn': ({ before }) => `withdrew the request to ${text(before.asked_for)}`,
  'chapter declined': ({ before }) => `noted that ${text(before.asked_for)} declined to become a chapter`,
  'chapter joined': ({ after }) => `accepted ${text(after.name)} as a chapter`,
  'chapter left': ({ after }) => `released the chapter ${text(after.name)}`,
  'parent joined': ({ after }) => `made this organization a chapter of ${text(after.name)}`,
  'parent declined': () => 'declined to become a chapter',
  'parent left': ({ after }) => `left ${text(after.name)} as its chapter`,
  'organization created': ({ after }) =>
    `created ${text(after.name) || 'the organization'}${after.parent ? ` as a chapter of ${text(after.parent)}` : ''}`,
  'organization registered': ({ after }) => `registered ${text(after.name)}`,
  'mails to donors allowed': ({ subject_id, before, after }) =>
    `resumed emails to ${[subject_id ? `donor ${subject_id}` : 'someone', blockedReasons[text(before.reason)]].filter(Boolean).join(', ')}${after.because ? `. Why: ${quoted(text(after.because))}` : ''}`,
  'mails to donors stopped': ({ subject_id, after }) =>
    `marked donor ${subject_id} ${text(after.reason) === 'deceased' ? 'as deceased' : 'as “do not email”'}${after.because ? `. Why: ${quoted(text(after.because))}` : ''}`,
  'mails to donors resumed': () => 'resumed emails to donors after too many had bounced',
  'sending address chosen': ({ after }) => `chose ${text(after.address) || 'an address'} as the sender of donor emails`,
  'sending address checked': ({ after }) =>
    `checked the DNS records of ${text(after.address) || 'an address'}: ${after.is_used ? 'donor emails are sent from it' : 'not in use yet'}`,
  'sending address removed': ({ before }) =>
    `switched donor emails from ${text(before.address) || 'your address'} back to the portal’s address`,
  'weekly mail subscribed': ({ after }) => `turned the weekly email back on for ${text(after.email)}`,
  'weekly mail unsubscribed': ({ before }) => `unsubscribed ${text(before.email)} from the weekly email`,
  'notification email added': ({ after }) => `added the notification email ${text(after.email)}`,
  'notification email removed': ({ before }) => `removed the notification email ${text(before.email)}`,
  'api_key created': ({ after }) => `created the API key ${quoted(text(after.name))}`,
  'api_key revealed': ({ after }) => `viewed the API key ${quoted(text(after.name))}`,
  'api_key copied': ({ after }) => `copied the API key ${quoted(text(after.name))}`,
  'api_key removed': ({ before }) => `deleted the API key ${quoted(text(before.name))}`,
  'organization closed': ({ after }) => `closed the organization${detailSuffix(after.reason)}`,
  'organization reopened': () => 'reopened the organization',
  'organization exported': () => 'exported all of the organization’s data',
  'organization erased': () => 'erased all of the organization’s data, 30 days after it was closed',
  'organization entered': () => 'opened the organization to help',
  'support allowed': () => 'turned on changes here for half an hour',
  'view saved': defaultSentence,
  'view changed': defaultSentence,
  'view removed': defaultSentence,
  'view restored': defaultSentence,
  'report saved': defaultSentence,
  'report changed': defaultSentence,
  'report removed': defaultSentence,
  'report restored': defaultSentence,
  'report mailed': ({ after }) => `scheduled emails of the report ${quoted(text(after.name))}${detailSuffix(after.to)}`,
  'report mailed no more': ({ before }) =>
    `stopped emails of the report ${quoted(text(before.name))}${detailSuffix(before.to)}`,
  'bank line added': defaultSentence,
  'bank line reopened': defaultSentence,
  'bank line settled': defaultSentence,
  'bank line removed': defaultSentence,
  'bank line restored': defaultSentence,
  'bank statement removed': defaultSentence,
  'bank statement restored': defaultSentence,
  'payout added': defaultSentence,
  'payout dated': ({ after }) =>
    text(after.paid_on)
      ? `set the payment date of ${payoutOf(after.payer)} to ${text(after.paid_on)}`
      : `removed the payment date of ${payoutOf(after.payer)}`,
  'payout report uploaded': defaultSentence,
  'payout report asked to undo': defaultSentence,
  'payout report undone': defaultSentence,
  'payout report added': () => 'added lines of a payout report as new matches',
  'payout report answered': () => 'answered a question about a payout report',
  'payout report voided payments of': () => 'voided payments that a payout report calls undone',
  'payout report restored payments of': () => 'restored payments that a payout report calls undone',
  'payout report not undone': () => 'could not undo a payout report: nothing changed',
  'payout line reopened': defaultSentence,
  'payout line settled': defaultSentence,
  'plan chosen': ({ after }) => (text(after.plan) ? `chose the plan “${text(after.plan)}”` : 'chose a plan'),
  'payment entered': ({ after }) =>
    `entered a payment of ${text(after.amount)} for invoice ${text(after.invoice)} (${text(after.how)}${after.reference ? ` ${text(after.reference)}` : ''})`,
  'payment reversed': ({ before, after }) =>
    `reversed a payment of ${text(before.amount)} for invoice ${text(before.invoice)}: ${text(after.why)}`,
  'payment collected': ({ after }) => `noted that Stripe collected ${ofInvoice(after)}`,
  'payment refunded': ({ after }) => `noted that Stripe refunded ${ofInvoice(after)}`,
  'payment disputed': ({ after }) => `noted that the bank withdrew ${ofInvoice(after)} because of a dispute`,
  'payment won back': ({ after }) => `noted that the bank returned ${ofInvoice(after)}, after a dispute`,
  'payment credited': ({ after }) => `noted a Stripe credit note of ${ofInvoice(after)}`,
  'payment reversed at Stripe': ({ before, after }) =>
    `noted that Stripe reversed ${ofInvoice(before)} (${text(after.why)})`,
  'billing rules changed': defaultSentence,
  'plan ended': () => 'moved to the free plan',
  'support ended': () => 'turned changes off again',
  'access denied': ({ after }) =>
    after.api_key
      ? `(an API key) was not allowed to: ${text(after.what)}`
      : `has ${text(after.level)} access and was not allowed to: ${text(after.what)}`,
  'match requested': ({ after }) => `requested a match for a gift of ${text(after.amount)}`,
  'donation expired': ({ after }) => `deleted ${plural(Number(after.matches), 'match request')} that nobody confirmed`,
  'donation added': ({ after, subject_id }) =>
    `added a gift of ${text(after.amount)} from ${text(after.donor)} (match ${subject_id})`,
  'donor exported': ({ subject_id, after }) =>
    after.asked_by ? `received a copy of their data (donor ${subject_id})` : `downloaded donor ${subject_id}’s data`,
  'donor erased': ({ subject_id, after }) =>
    `${after.asked_by ? `had their data erased (donor ${subject_id})` : `erased donor ${subject_id}’s data`}; totals still include ${plural(Number(after.gifts), 'gift')}`,
  'donor merged': ({ subject_id, before, after }) =>
    `merged donor ${text(before.donor)} into donor ${subject_id}; ${movedGifts(after.gifts)}`,
  'donor merge undone': ({ subject_id, after }) =>
    `undid merging donor ${text(after.donor)} into donor ${subject_id}; ${movedGifts(after.gifts)} back`,
  'match change undone': ({ subject_id, after }) =>
    subject_id ? `undid a change to match ${subject_id}` : `undid a change to ${matchesOf(after.matches)}`,
  'campaign submitted gifts of': ({ after }) =>
    `submitted ${plural(Number(after.gifts), 'gift')} of the campaign ${quoted(text(after.name))} to ${text(after.company)}${after.sent_to ? ` by email to ${text(after.sent_to)}` : ' with a downloaded list'}`,
  'campaign withdrew gifts of': ({ after }) =>
    `undid submitting ${plural(Number(after.gifts), 'gift')} of the campaign ${quoted(text(after.name))} to ${text(after.company)}`,
  'campaign deleted': ({ before }) => `deleted the campaign ${quoted(text(before.name))}`,
  'campaign ended': ({ after }) =>
    `ended the campaign ${quoted(text(after.name))}: its last day is ${text(after.last_day)}`,
  'campaign brought back': ({ after }) =>
    `resumed the campaign ${quoted(text(after.name))}: its last day is ${text(after.last_day)}`,
  'import uploaded': ({ after }) => `uploaded ${quoted(text(after.file))} with ${text(after.rows)} rows`,
  'mails to donors held': ({ after }) => `paused ${mailsOf(after.mails)} to donors`,
  'mails to donors released': ({ after }) => `released ${mailsOf(after.mails)} to donors`,
  'mails to donors dropped': ({ after }) => `canceled ${mailsOf(after.mails)} to donors`,
  'mails to donors sent': ({ after }) => `wrote a message: ${mailsOf(after.mails)} to donors`,
  'mails to donors brought back': ({ after }) => `restored ${mailsOf(after.mails)} to donors`,
  'import asked to undo': ({ before }) => `started to undo the upload of ${quoted(text(before.file))}`,
  'import undone': ({ before }) => `undid the upload of ${quoted(text(before.file))}`,
  'import not undone': ({ before }) => `could not undo the upload of ${quoted(text(before.file))}: nothing changed`,
  'own policy entered': ({ after }) =>
    `added your own policy for ${text(after.name)}${after.ratio ? `: ${text(after.ratio)}` : ''}`,
  'own policy removed': ({ before }) => `removed your own policy for ${text(before.name)}`,
  'employer assignment undone': ({ before, after }) =>
    `undid identifying ${quoted(text(after.employer))} as ${text(before.employer)}; ${donationsWere(after.gifts)} rechecked`,
  'employer merged': ({ before, after }) =>
    `merged the company ${text(before.employer)} into ${text(after.employer)}; ${plural(Number(after.gifts), 'gift')} moved`,
  'employer merge undone': ({ before, after }) =>
    `undid merging the company ${text(after.employer)} into ${text(before.employer)}; ${plural(Number(after.gifts), 'gift')} moved back`,
  'employer assigned': ({ before, after }) =>
    `identified the employer ${quoted(text(before.employer))} as ${text(after.employer)}; ${donationsWere(after.gifts)} rechecked`,
}

/** Expects amounts already formatted as money. */
export const sentenceOf = (event: AuditEvent): string => `${actorOf(event)} ${describerOf(event)(event)}.`

function describerOf({ subject, action }: AuditEvent): (event: AuditEvent) => string {
  const name = `${subject} ${action}`
  return isKnown(name) ? sentences[name] : defaultSentence
}

const isKnown = (name: string): name is audit.AuditActionName => name in sentences

/** The sentence contains all changes, so the values need no list. */
export const isSelfExplanatory = (event: AuditEvent): boolean =>
  describerOf(event) !== defaultSentence && (describerOf(event) !== changedMatch || changesIn(event).length === 1)
