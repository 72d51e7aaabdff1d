import { furtherVariables, templates, templateVariables } from '@twofold/contract'
import { type Language, readMessage, type Variables } from './language.ts'

/** What the conditions of the default texts ask. */
const conditions = [
  'has_contact_address',
  'has_portal_link',
  'has_form',
  'has_first_name',
  'has_donation_date',
  'has_match',
  'has_deadline',
  'has_min',
  'has_vendor',
  'has_contact',
  'has_ein',
  'has_campaign_msg',
  'has_as_of',
  'has_reply',
  'has_employer',
  'has_received',
  'later_gift_joins',
] as const

/** Each variable stands for itself, everything is known, and it is about one gift. */
const asNames: Variables = Object.fromEntries([
  ...[...templateVariables, ...furtherVariables].map((name) => [name, `{${name}}`]),
  ...conditions.map((name) => [name, 'yes']),
  ['has_several', 'no'],
  ['more_to_come', 'no'],
])

const known = new Map<string, templates.TemplateWords>()

/** The default texts of a template as plain words with variables, as its editor shows them and a new version begins. */
export function plainWordsOf(id: templates.TemplateId, { locale, mails }: Language): templates.TemplateWords {
  const key = `${locale} ${id}`
  const words = known.get(key) ?? readPlainWords(mails[id], locale)
  known.set(key, words)
  return words
}

function readPlainWords(texts: Language['mails'][templates.TemplateId], locale: string): templates.TemplateWords {
  const words = templates.templateFields.map((field) => [
    field,
    readMessage(texts[field] ?? '', locale)(asNames).trim(),
  ])
  return Object.fromEntries(words) as templates.TemplateWords // the same fields, each with its words
}

/** A version keeps only what it says otherwise than the Default: the rest goes on as the Default, with its conditions. */
export function ownWords(
  id: templates.TemplateId,
  language: Language,
  words: Partial<templates.TemplateWords>,
): Partial<templates.TemplateWords> {
  const plain = plainWordsOf(id, language)
  return Object.fromEntries(
    templates.templateFields
      .filter((field) => words[field] !== undefined && words[field] !== plain[field] && templates.isFieldOf(id, field))
      .map((field) => [field, words[field]]),
  )
}
