import { z } from 'zod'
import { unknownVariablesIn } from '../template-words.ts'
import { partsOf, type TemplateId } from './kinds.ts'
import { templateMessages } from './messages.ts'

const lineFields = [
  'subject1',
  'subject2',
  'subject3',
  'preheader1',
  'preheader2',
  'preheader3',
  'header1',
  'header2',
  'header3',
  'step_one_title',
  'step_one_btn',
  'step_two_title',
  'step_two_btn',
] as const
const areaFields = [
  'greeting',
  'paragraph_one_1',
  'paragraph_one_2',
  'paragraph_one_3',
  'paragraph_two',
  'paragraph_three',
  'salutation',
  'step_one_text',
  'step_one_note',
  'step_two_text',
  'step_two_note',
] as const
export const templateFields = [...lineFields, ...areaFields] as const
export type TemplateField = (typeof templateFields)[number]
export type TemplateWords = Readonly<Record<TemplateField, string>>

export const isOneLine = (field: TemplateField): boolean => lineFields.some((line) => line === field)

/** Of another part than those that the template has: `subject2` of a template without reminders. */
export const isFieldOf = (id: TemplateId, field: TemplateField): boolean => partsOf(id) === 3 || !/[23]$/.test(field)

// Object.fromEntries forgets which names it was given
const shapesOf = <const Fields extends readonly string[], Shape extends z.ZodType>(fields: Fields, shape: Shape) =>
  Object.fromEntries(fields.map((field) => [field, shape])) as Record<Fields[number], Shape>

const line = z.string().trim().max(200, templateMessages.longLine)
const area = z.string().trim().max(4_000, templateMessages.long)
/** As a person writes them. */
export const writtenWords = z.object({ ...shapesOf(lineFields, line), ...shapesOf(areaFields, area) })
/** As they are kept. */
export const keptWords = z.object(shapesOf(templateFields, z.string()))

/** What stands against a version being live, by field; empty: nothing. */
export function notLiveBecause(id: TemplateId, texts: Partial<TemplateWords>): Partial<Record<TemplateField, string>> {
  const problems: Partial<Record<TemplateField, string>> = {}
  for (const field of templateFields) {
    if (!isFieldOf(id, field)) continue
    const text = texts[field]
    if (text === undefined) continue
    const unknown = unknownVariablesIn(text)
    if (unknown.length > 0) problems[field] = templateMessages.unknown(unknown)
    else if (text.trim() === '' && field.startsWith('subject')) problems[field] = templateMessages.emptySubject
    else if (text.trim() === '' && field === 'step_one_btn') problems[field] = templateMessages.emptyButton
  }
  return problems
}
