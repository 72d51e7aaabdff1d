/**
 * The words of an email template that a nonprofit writes itself: plain text in which `{donor_first_name}` stands for a fact of
 * the match. There is no other syntax: an apostrophe, a quotation mark and a brace without a name behind it are letters.
 */

/** Those offered for insertion. Spec 2, section 3. */
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

/** More that the default texts speak of: they may be typed, and stay where a version begins as a copy of the default. */
export const furtherVariables = [
  'gift_amount',
  'match_amount',
  'match_ratio',
  'deadline',
  'later_gift_until',
  'reason_text',
  'matching_employer_contact_address',
  'received_amount',
] as const
export type FurtherVariable = (typeof furtherVariables)[number]

const known: ReadonlySet<string> = new Set([...templateVariables, ...furtherVariables])
export const isTemplateVariable = (name: string): name is TemplateVariable | FurtherVariable => known.has(name)

/** A name in braces, also as other programs write it: `{{ Donor_First_Name }}`. Everything else in braces is text. */
const named = /\{\{?[ \t]*([A-Za-z]\w*)[ \t]*\}\}?/g

/** The names in a text, each once, in small letters. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(named)].map(([, name = '']) => name.toLowerCase())),
]

export const unknownVariablesIn = (text: string): string[] =>
  variablesIn(text).filter((name) => !isTemplateVariable(name))

/** The text with each name replaced. Null: a name is unknown, or nothing is known for it, so that a hole would be left. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string | null {
  const isWhole = variablesIn(text).every((name) => isTemplateVariable(name) && values[name])
  return isWhole ? text.replaceAll(named, (_, name: string) => values[name.toLowerCase()] ?? '') : null
}
