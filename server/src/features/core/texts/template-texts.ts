import type { templates } from '@twofold/contract'

/** Without them there is no mail. */
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
 * The texts of one version of a mail template, under the names that the editor shows. Each is an ICU message over the
 * variables of `mail-variables.ts`. The numbers are initial mail, first and second reminder.
 */
export type TemplateTexts = Readonly<
  Record<Always, string> & Partial<Record<Exclude<templates.TemplateField, Always>, string>>
>
