import type { templates } from '@twofold/contract'

type RequiredField =
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

/** ICU messages over `mail-variables.ts`. The numbers mean the initial email and two reminders. */
export type TemplateTexts = Readonly<
  Record<RequiredField, string> & Partial<Record<Exclude<templates.TemplateField, RequiredField>, string>>
>
