/** Only `{variables}` are replaced: apostrophes, quotation marks, and other braces are literal. */

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

/** Not offered, but may be typed, and remain in copies of a default. */
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
/** Returns whether the name is a variable, offered or additional. */
export const isTemplateVariable = (name: string): name is TemplateVariable | AdditionalVariable => known.has(name)

/** Matches the form of other programs, too: `{{ Donor_First_Name }}`. */
const named = /\{\{?[ \t]*([A-Za-z]\w*)[ \t]*\}\}?/g

/** Returns the distinct variables of a text in lower case. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(named)].map(([, name = '']) => name.toLowerCase())),
]

/** Returns the distinct variables in a text that do not exist. */
export const unknownVariablesIn = (text: string): string[] =>
  variablesIn(text).filter((name) => !isTemplateVariable(name))

/** Returns the text with its variables replaced, or null if one is unknown or has no value. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string | null {
  const areAllFilled = variablesIn(text).every((name) => isTemplateVariable(name) && values[name])
  return areAllFilled ? text.replaceAll(named, (_, name: string) => values[name.toLowerCase()] ?? '') : null
}
