export const giftKinds = {
  money: 'Money',
  stock: 'Stock or securities',
  in_kind: 'In-kind gift',
  donor_advised_fund: 'Donor-advised fund',
  payroll: 'Payroll giving',
  event_ticket: 'Event ticket',
  dues: 'Membership dues',
  auction: 'Auction purchase',
  pledge: 'Pledge',
  employer_match: 'Employer match',
  grant: 'Grant',
  volunteer_hours: 'Volunteer hours',
  organization: 'Organization’s gift',
  deceased: 'Estate or deceased donor',
} as const
export type GiftKind = keyof typeof giftKinds
export const giftKindIds = Object.keys(giftKinds).filter((id): id is GiftKind => Object.hasOwn(giftKinds, id))

/** Unknown counts as employee. */
export const employments = {
  employee: 'Employee',
  part_time: 'Part-time employee',
  contractor: 'Contractor',
  retired: 'Retiree',
  board: 'Board member',
  spouse: 'Spouse of an employee',
  former: 'Former employee',
  none: 'Not employed',
} as const
export type Employment = keyof typeof employments
export const employmentIds = Object.keys(employments).filter((id): id is Employment => Object.hasOwn(employments, id))
