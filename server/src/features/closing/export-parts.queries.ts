import type { Tenant } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { everyDonation, spreadsheetSafe } from '../donations/index.ts'

/** One table of the export: its columns in their order, each with what it says. */
export type Part = {
  readonly file: string
  readonly about: string
  readonly headings: readonly (readonly [name: string, about: string])[]
  readonly rows: Sql
}

type Column = readonly [name: string, about: string, cell: Sql]

const text = (cell: Sql): Sql => spreadsheetSafe(sql`coalesce(${cell}, '')`)
const money = (cents: Sql): Sql => sql`round(${cents} / 100.0, 2)`

const ofOrganization: Column = [
  'organization_id',
  'the organization or chapter that it belongs to',
  sql`t.organization_id`,
]
const ofGift: Column = ['donation_id', 'Match ID of donations.csv', sql`t.donation_id`]

function part(file: string, about: string, columns: readonly Column[], from: Sql): Part {
  return {
    file,
    about,
    headings: columns.map(([name, says]) => [name, says] as const),
    rows: sql`SELECT ${sql.join(columns.map(([, , cell]) => cell))} ${from}`,
  }
}

/**
 * All that is kept of an organization and its chapters, table by table. Left out: keys and secrets, counts that are made of the
 * rest, the texts of templates and emails, saved reports and views, and what belongs to the directory and to people's own accounts.
 */
export function exportParts({ family }: Tenant): Part[] {
  const ids = sql`${[...family]}::bigint[]`
  const ours = sql`t.organization_id = ANY (${ids})`
  const donations = everyDonation(family)
  return [
    part(
      'organizations.csv',
      'The organization and its chapters.',
      [
        ['id', 'organization_id of the other tables', sql`t.id`],
        ['name', 'its name', text(sql`t.name`)],
        ['type', 'non-profit, edu-pto or chapter', sql`t.type`],
        ['ein', 'its tax number', text(sql`t.ein`)],
        ['url', 'its website', text(sql`t.url`)],
        ['phone', 'its phone', text(sql`t.phone`)],
        ['mission', 'its mission', text(sql`t.mission`)],
        ['street', 'of its address', text(sql`t.street`)],
        ['city', 'of its address', text(sql`t.city`)],
        ['state', 'of its address', text(sql`t.state`)],
        ['zip', 'of its address', text(sql`t.zip`)],
        ['country', 'of its address', sql`t.country`],
        ['contact', 'name of the primary contact', text(sql`t.contact_name`)],
        ['contact_email', 'of the primary contact', text(sql`t.contact_email`)],
        [
          'mail_sender_name',
          'in whose name its donors are written to, where it is not its own',
          text(sql`t.mail_sender_name`),
        ],
        ['mail_reply_to', 'who gets what donors answer, where it is not the contact', text(sql`t.mail_reply_to`)],
        ['time_zone', 'in which its days are', sql`t.time_zone`],
        ['closed_at', 'when it was closed', sql`t.cancelled_at`],
      ],
      sql`FROM organizations t WHERE t.id = ANY (${ids}) ORDER BY t.id`,
    ),
    {
      file: 'donations.csv',
      about: 'Every gift with its match, parts of merged gifts and deleted ones among them.',
      headings: donations.headings.map((heading) => [heading, 'as on the reports screen'] as const),
      rows: donations.rows,
    },
    part(
      'donors.csv',
      'Every donor. Whoever was erased has no name here.',
      [
        ofOrganization,
        ['id', 'of the donor', sql`t.id`],
        ['merged_into_id', 'the donor that this one was merged into', sql`t.merged_into_id`],
        ['name', 'their name', text(sql`t.name`)],
        ['email', 'their address', text(sql`t.email`)],
        ['phone', 'their phone', text(sql`t.phone`)],
        ['street', 'of their address', text(sql`t.street`)],
        ['street2', 'of their address', text(sql`t.street2`)],
        ['city', 'of their address', text(sql`t.city`)],
        ['state', 'of their address', text(sql`t.state`)],
        ['zip', 'of their address', text(sql`t.zip`)],
        ['country', 'of their address', text(sql`t.country`)],
        ['language', 'the language they read', sql`t.language`],
        ['created_at', 'when they were first known', sql`t.created_at`],
        ['erased_at', 'when their data were erased', sql`t.erased_at`],
      ],
      sql`FROM donors t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'history.csv',
      'What became of each match, step by step.',
      [
        ofOrganization,
        ofGift,
        ['at', 'when', sql`t.at`],
        ['action', 'what was done', sql`t.action`],
        ['from_status_id', 'the status before', sql`t.from_status_id`],
        ['to_status_id', 'the status after', sql`t.to_status_id`],
        ['reason', 'why, as a code', sql`t.reason_code`],
        ['actor', 'who: system, user, donor', sql`t.actor`],
        ['why', 'why, in words', text(sql`t.why`)],
      ],
      sql`FROM donation_events t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'notes.csv',
      'Notes of the staff on gifts.',
      [
        ofOrganization,
        ofGift,
        ['at', 'when', sql`t.at`],
        ['by', 'who wrote it', text(sql`u.name`)],
        ['text', 'the note', text(sql`t.text`)],
      ],
      sql`FROM match_notes t JOIN users u ON u.id = t.user_id WHERE ${ours} AND t.removed_at IS NULL ORDER BY t.organization_id, t.id`,
    ),
    part(
      'emails.csv',
      'Emails to donors about their matches.',
      [
        ofOrganization,
        ofGift,
        ['kind', 'initial, a reminder or a deadline', sql`t.kind`],
        ['state', 'queued, sent, skipped or failed', sql`t.state`],
        ['recipient', 'to which address', text(sql`t.recipient`)],
        ['subject', 'its subject', text(sql`t.subject`)],
        ['sent_at', 'when it was sent', sql`t.sent_at`],
        ['first_open', 'when it was first opened', sql`t.first_open`],
        ['first_click', 'when a link in it was first followed', sql`t.first_click`],
      ],
      sql`FROM notifications t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'do-not-email.csv',
      'Addresses that no email about matches goes to, and why.',
      [
        ofOrganization,
        ['email', 'the address, in lower case', text(sql`t.email_key`)],
        ['reason', 'unsubscribed, bounced or complained', sql`t.reason`],
        ['at', 'since when', sql`t.at`],
        ['detail', 'what a mail server reported', text(sql`t.detail`)],
      ],
      sql`FROM suppressions t WHERE ${ours} ORDER BY t.organization_id, t.email_key`,
    ),
    part(
      'campaigns.csv',
      'Campaigns that change what companies match.',
      [
        ofOrganization,
        ['id', 'of the campaign', sql`t.id`],
        ['name', 'its name', text(sql`t.name`)],
        ['company', 'whose matches it changes', text(sql`c.name`)],
        ['start_date', 'its first day', sql`t.start_date`],
        ['end_date', 'its last day', sql`t.end_date`],
        ['match_ratio', 'its ratio', sql`t.match_ratio`],
        ['message', 'what donors are told', text(sql`t.message`)],
        ['deleted_at', 'when it was deleted', sql`t.deleted_at`],
      ],
      sql`FROM campaigns t LEFT JOIN companies c ON c.id = t.company_id WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'payouts.csv',
      'Payments of companies and their platforms.',
      [
        ofOrganization,
        ['id', 'payout_id of received.csv', sql`t.id`],
        ['payer', 'who paid', text(sql`t.payer`)],
        ['reference', 'of the payment', text(sql`t.reference`)],
        ['paid_on', 'when', sql`t.paid_on`],
        ['currency', 'of its sums', sql`t.currency`],
        ['gross', 'the whole sum', money(sql`t.gross_cents`)],
        ['fee', 'what the platform kept', money(sql`t.fee_cents`)],
      ],
      sql`FROM payouts t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'received.csv',
      'Which money was received for which match; taking a line off again is a negative one.',
      [
        ofOrganization,
        ['payout_id', 'of payouts.csv', sql`l.payout_id`],
        ['match_organization_id', 'the organization of the gift', sql`t.match_organization_id`],
        ofGift,
        ['amount', 'in the currency of the payout', money(sql`t.cents`)],
        ['at', 'when it was noted', sql`t.at`],
      ],
      sql`FROM payout_entries t JOIN payout_lines l ON l.organization_id = t.organization_id AND l.id = t.line_id
        WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'bank-lines.csv',
      'What came in by the bank; removed lines are left out.',
      [
        ofOrganization,
        ['day', 'when', sql`t.day`],
        ['text', 'what the bank wrote', text(sql`t.text`)],
        ['currency', 'of its amount', sql`t.currency`],
        ['amount', 'how much', money(sql`t.cents`)],
        ['payout_id', 'of payouts.csv, where it is known', sql`t.payout_id`],
      ],
      sql`FROM bank_lines t WHERE ${ours} AND t.removed_at IS NULL ORDER BY t.organization_id, t.id`,
    ),
    part(
      'invoices.csv',
      'Invoices for using Twofold.',
      [
        ofOrganization,
        ['id', 'invoice_id of bills.csv', sql`t.id`],
        ['month', 'of the bills on it', sql`t.month`],
        ['currency', 'of its sums', sql`t.currency`],
        ['total', 'its sum', money(sql`t.total_cents`)],
        ['paid', 'what was paid of it', money(sql`t.paid_cents`)],
        ['issued_at', 'when it was issued', sql`t.issued_at`],
        ['due_on', 'until when it is due', sql`t.due_on`],
      ],
      sql`FROM invoices t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'bills.csv',
      'Each bill, credit and payment for using Twofold.',
      [
        ofOrganization,
        ['invoice_id', 'of invoices.csv', sql`t.invoice_id`],
        ['at', 'when it became due', sql`t.at`],
        ['kind', 'bill, credit or payment', sql`t.kind`],
        ['why', 'for what, or how it was paid', sql`t.why`],
        ['plan', 'by which plan', sql`t.plan`],
        ['currency', 'of its amount', sql`t.currency`],
        ['amount', 'negative for a credit or payment', money(sql`t.cents`)],
        ofGift,
      ],
      sql`FROM ledger_entries t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'payments.csv',
      'What was paid for invoices, and what was taken back of it.',
      [
        ofOrganization,
        ['invoice_id', 'of invoices.csv', sql`t.invoice_id`],
        ['amount', 'negative where a credit was used for another invoice', money(sql`t.cents`)],
        ['paid_on', 'when it came', sql`t.paid_on`],
        ['how', 'check, bank transfer, card, cash, credit or other', sql`t.how`],
        ['reference', 'number of the check or transfer, or the other invoice', text(sql`t.reference`)],
        ['taken_back_at', 'when it was taken back', sql`t.taken_back_at`],
        ['taken_back_why', 'why it was taken back', text(sql`t.taken_back_why`)],
      ],
      sql`FROM payments t WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
    part(
      'users.csv',
      'Who works here, and with which access.',
      [
        ofOrganization,
        ['name', 'their name', text(sql`u.name`)],
        ['email', 'their address', text(sql`u.email`)],
        ['level', 'read, write or admin', sql`t.level`],
        ['since', 'when they came', sql`t.created_at`],
      ],
      sql`FROM members t JOIN users u ON u.id = t.user_id WHERE ${ours} ORDER BY t.organization_id, u.id`,
    ),
    part(
      'audit-trail.csv',
      'Who changed what, and when.',
      [
        ofOrganization,
        ['at', 'when', sql`t.at`],
        ['by', 'who; blank: Twofold itself, or a donor', text(sql`u.name`)],
        ['action', 'what was done', sql`t.action`],
        ['subject', 'to what', sql`t.subject`],
        ['subject_id', 'its number', text(sql`t.subject_id`)],
        ['before', 'what stood there (JSON)', text(sql`t.before::text`)],
        ['after', 'what stands there since (JSON)', text(sql`t.after::text`)],
      ],
      sql`FROM audit_events t LEFT JOIN users u ON u.id = t.user_id WHERE ${ours} ORDER BY t.organization_id, t.id`,
    ),
  ]
}
