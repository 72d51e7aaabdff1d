export const columnRoles = [
  'payout_id',
  'paid_on',
  'payer',
  'platform',
  'company',
  'donor_first',
  'donor_last',
  'donor_name',
  'donor_type',
  'employee_first',
  'employee_last',
  'employee_name',
  'employee_email',
  'on_behalf_of',
  'recognition',
  'email',
  'given_on',
  'gift',
  'match',
  'expected_match',
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
  'is_paid',
  'project',
  'status',
  'request_status',
  'replaced_by',
  'unread',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** `cells`: only if the cells are amounts or dates. */
export type HeaderPattern = {
  readonly role: ColumnRole
  readonly pattern: RegExp
  readonly cells?: 'money' | 'dates'
}
