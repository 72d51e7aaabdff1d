import type { templates } from '@twofold/contract'

/** Fields that every mail requires. */
type Always =
  | 'subject1'
  | 'preheader1'
  | 'header1'
  | 'greeting'
  | 'paragraph_one_1'
  | 'step_one_title'
  | 'step_one_text'
  | 'step_one_note'
  | 'step_one_btn'
  | 'paragraph_two'
  | 'paragraph_three'
  | 'salutation'

/**
 * Texts of one version of a mail template, by the field names of the editor. Each is an ICU message over the
 * variables of `mail-variables.ts`. The numbers mean the initial mail, the first and the second reminder.
 */
export type TemplateTexts = Readonly<
  Record<Always, string> & Partial<Record<Exclude<templates.TemplateField, Always>, string>>
>
