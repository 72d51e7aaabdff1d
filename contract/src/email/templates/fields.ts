import { z } from 'zod'
import { unknownVariablesIn } from '../template-variables.ts'
import { emailCountOf, type TemplateId } from './kinds.ts'
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
export type TemplateTexts = Readonly<Record<TemplateField, string>>

/** Returns whether the field is a single line. */
export const isOneLine = (field: TemplateField): boolean => lineFields.some((line) => line === field)

/** Returns whether a template has the field: `subject2` requires reminders. */
export const templateHasField = (id: TemplateId, field: TemplateField): boolean =>
  emailCountOf(id) === 3 || !/[23]$/.test(field)

// The return type of Object.fromEntries does not preserve the keys.
const shapesOf = <const Fields extends readonly string[], Shape extends z.ZodType>(fields: Fields, shape: Shape) =>
  Object.fromEntries(fields.map((field) => [field, shape])) as Record<Fields[number], Shape>

const line = z.string().trim().max(200, templateMessages.longLine)
const area = z.string().trim().max(4_000, templateMessages.long)
export const templateTextsInput = z.object({ ...shapesOf(lineFields, line), ...shapesOf(areaFields, area) })
export const storedTemplateTexts = z.object(shapesOf(templateFields, z.string()))

/** Returns the problems that prevent a version from being live, by field. */
export function findLiveProblems(
  id: TemplateId,
  texts: Partial<TemplateTexts>,
): Partial<Record<TemplateField, string>> {
  const problems: Partial<Record<TemplateField, string>> = {}
  for (const field of templateFields) {
    if (!templateHasField(id, field)) continue
    const text = texts[field]
    if (text === undefined) continue
    const unknown = unknownVariablesIn(text)
    if (unknown.length > 0) problems[field] = templateMessages.unknown(unknown)
    else if (text.trim() === '' && field.startsWith('subject')) problems[field] = templateMessages.emptySubject
    else if (text.trim() === '' && field === 'step_one_btn') problems[field] = templateMessages.emptyButton
  }
  return problems
}
