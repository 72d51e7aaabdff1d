import { additionalVariables, templates, templateVariables } from '@twofold/contract'
import { type Language, readMessage, type Variables } from './language.ts'

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

const placeholderVariables: Variables = Object.fromEntries([
  ...[...templateVariables, ...additionalVariables].map((name) => [name, `{${name}}`]),
  ...conditions.map((name) => [name, 'yes']),
  ['has_several', 'no'],
  ['has_filled_form', 'no'],
  ['more_to_come', 'no'],
])

const textsByTemplate = new Map<string, templates.TemplateTexts>()

/** Plain text with variables, for the editor and for new versions. */
export function defaultTextsOf(id: templates.TemplateId, { locale, mails }: Language): templates.TemplateTexts {
  const key = `${locale} ${id}`
  const words = textsByTemplate.get(key) ?? readPlainTexts(mails[id], locale)
  textsByTemplate.set(key, words)
  return words
}

function readPlainTexts(texts: Language['mails'][templates.TemplateId], locale: string): templates.TemplateTexts {
  const words = templates.templateFields.map((field) => [
    field,
    readMessage(texts[field] ?? '', locale)(placeholderVariables).trim(),
  ])
  return Object.fromEntries(words) as templates.TemplateTexts
}

/** Other texts keep following the Default and its conditions. */
export function customTextsOf(
  id: templates.TemplateId,
  language: Language,
  words: Partial<templates.TemplateTexts>,
): Partial<templates.TemplateTexts> {
  const defaults = defaultTextsOf(id, language)
  return Object.fromEntries(
    templates.templateFields
      .filter(
        (field) =>
          words[field] !== undefined && words[field] !== defaults[field] && templates.templateHasField(id, field),
      )
      .map((field) => [field, words[field]]),
  )
}
