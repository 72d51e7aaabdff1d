/**
 * Text of an email template, written by a nonprofit: plain text in which `{donor_first_name}` is replaced by a fact of
 * the match. There is no other syntax: apostrophes, quotation marks, and braces without a variable are literal.
 */

/** Variables offered for insertion. Spec 2, section 3. */
export const templateVariables = [
  'donor_first_name',
  'donor_last_name',
  'donor_full_name',
  'donation_transaction_id',
  'donation_date',
  'campaign_name',
  'campaign_msg',
  'receiving_org_name',
  'receiving_org_ein',
  'receiving_org_email',
  'receiving_org_website',
  'receiving_org_mission',
  'receiving_org_logo',
  'matching_employer_name',
  'matching_employer_min_match',
  'matching_employer_max_match',
  'matching_employer_contact_email',
  'matching_employer_vendor',
  'missing_policy_block',
] as const
export type TemplateVariable = (typeof templateVariables)[number]

/**
 * Additional variables of the default texts. They are not offered, but may be typed and remain in copies of a default.
 */
export const additionalVariables = [
  'gift_amount',
  'match_amount',
  'match_ratio',
  'deadline',
  'later_gift_until',
  'reason_text',
  'matching_employer_contact_address',
  'received_amount',
] as const
export type AdditionalVariable = (typeof additionalVariables)[number]

const known: ReadonlySet<string> = new Set([...templateVariables, ...additionalVariables])
export const isTemplateVariable = (name: string): name is TemplateVariable | AdditionalVariable => known.has(name)

/**
 * A variable in braces, including the form of other programs: `{{ Donor_First_Name }}`. Other text in braces is
 * literal.
 */
const named = /\{\{?[ \t]*([A-Za-z]\w*)[ \t]*\}\}?/g

/** Returns the distinct variables of a text in lower case. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(named)].map(([, name = '']) => name.toLowerCase())),
]

export const unknownVariablesIn = (text: string): string[] =>
  variablesIn(text).filter((name) => !isTemplateVariable(name))

/** Returns the text with its variables replaced. Returns null if a variable is unknown or has no value. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string | null {
  const isWhole = variablesIn(text).every((name) => isTemplateVariable(name) && values[name])
  return isWhole ? text.replaceAll(named, (_, name: string) => values[name.toLowerCase()] ?? '') : null
}
