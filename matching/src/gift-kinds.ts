/** What kind of gift it was. Without a word that says otherwise it is money. */
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
} as const
export type GiftKind = keyof typeof giftKinds
export const giftKindIds = Object.keys(giftKinds).filter((id): id is GiftKind => Object.hasOwn(giftKinds, id))

/** What the donor is to the employer. Unknown counts as employee. */
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

/** The kind of gift that a cell names by its id or its label; null: none of ours. */
export const giftKindIn = (text: string): GiftKind | null => named(giftKinds, giftKindIds, text)

/** The kind of donor that a cell names by its id or its label; null: none of ours. */
export const employmentIn = (text: string): Employment | null => named(employments, employmentIds, text)

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()

function named<Id extends string>(labels: Readonly<Record<Id, string>>, ids: readonly Id[], text: string): Id | null {
  const words = plain(text.slice(0, 100))
  return ids.find((id) => plain(id) === words || plain(labels[id]) === words) ?? null
}
