/** What a column of a payout report is. Fees may be several columns, and kinds too. */
export const columnRoles = [
  'payout_id',
  'paid_on',
  'payer',
  'platform',
  'company',
  'donor_first',
  'donor_last',
  'donor_name',
  'on_behalf_of',
  'email',
  'given_on',
  'gift',
  'match',
  'stated_gift',
  'approved',
  'gross',
  'paid',
  'net',
  'balance',
  'fee',
  'currency',
  'line_id',
  'kind',
  'is_match',
  'project',
  'status',
  'unread',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** `money`: only where its cells are amounts. */
export type HeaderWords = { readonly role: ColumnRole; readonly pattern: RegExp; readonly money?: boolean }
