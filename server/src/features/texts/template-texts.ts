/**
 * The texts of one version of a mail template, under the names that the editor shows. Each is an ICU message over the
 * variables of `mail-variables.ts`. The numbers are initial mail, first and second reminder.
 */
export type TemplateTexts = {
  readonly subject1: string
  readonly preheader1: string
  readonly header1: string
  readonly greeting: string
  readonly paragraph_one_1: string
  readonly step_one_title: string
  readonly step_one_text: string
  readonly step_one_note: string
  readonly step_one_btn: string
  readonly paragraph_two: string
  readonly paragraph_three: string
  readonly salutation: string
}
