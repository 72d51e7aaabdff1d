import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../security/escape-html.ts'

/** `[[name]]` is escaped, `[[&name]]` is trusted HTML. `<!--if name-->` shows a section if the value is not empty. */
export type Slots = Readonly<Record<string, string>>

type LayoutPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slot'; readonly name: string; readonly isHtml: boolean }
  | { readonly kind: 'if' | 'end'; readonly name: string }

const markPattern = /\[\[(&?)(\w+)\]\]|<!--(if|end) (\w+)-->\n?/g

/** Parses a layout once, so that filling it for a donor only joins strings. */
export function readLayout(html: string): readonly LayoutPart[] {
  const parts: LayoutPart[] = []
  let from = 0
  for (const match of html.matchAll(markPattern)) {
    if (match.index > from) parts.push({ kind: 'text', text: html.slice(from, match.index) })
    from = match.index + match[0].length
    const [, htmlMark, slot, bracket, section] = match
    if (slot) parts.push({ kind: 'slot', name: slot, isHtml: htmlMark === '&' })
    else if (section) parts.push({ kind: bracket === 'if' ? 'if' : 'end', name: section })
  }
  parts.push({ kind: 'text', text: html.slice(from) })
  return parts
}

/** Fills a layout. Throws if a value is missing, so that no incomplete email is sent. */
export function fillLayout(parts: readonly LayoutPart[], slots: Slots): string {
  const getValue = (name: string): string => {
    const value = slots[name]
    if (value === undefined) throw new Error(`the layout names ${name}, which is not given`)
    return value
  }
  const output: string[] = []
  let hiddenSection: string | null = null
  for (const part of parts) {
    if (hiddenSection !== null) {
      if (part.kind === 'end' && part.name === hiddenSection) hiddenSection = null
    } else if (part.kind === 'text') output.push(part.text)
    else if (part.kind === 'slot') output.push(part.isHtml ? getValue(part.name) : mailHtml(getValue(part.name)))
    else if (part.kind === 'if' && getValue(part.name) === '') hiddenSection = part.name
  }
  return output.join('')
}

/** Returns text as HTML for an email, with visible line breaks. */
export const mailHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />')

/** `&` in the layout marks trusted HTML: `news`, `facts` and `others`. */
const emptySlots = {
  lang: 'en',
  preheader: '',
  brand_mark: '',
  brand_name: '',
  brand_text: '',
  logo_url: '',
  logo_width: '',
  logo_height: '',
  logo_alt: '',
  logo_name: '',
  header: '',
  greeting: '',
  opening: '',
  figures: '',
  your_gift: '',
  gift_amount: '',
  could_add: '',
  match_amount: '',
  step_title: '',
  step_text: '',
  news: '',
  act_url: '',
  act_label: '',
  code: '',
  code_label: '',
  note: '',
  step_two_title: '',
  step_two_text: '',
  step_two_btn: '',
  step_two_note: '',
  facts: '',
  source: '',
  others_title: '',
  others: '',
  closing: '',
  closing_more: '',
  salutation: '',
  small: '',
  decline: '',
  decline_url: '',
  why: '',
  unsubscribe: '',
  unsubscribe_url: '',
  from_line: '',
  pixel_url: '',
}
export type MailSlots = Partial<Readonly<Record<keyof typeof emptySlots, string>>>

let layout: readonly LayoutPart[] | undefined

/** Renders an email in the common layout, without the sections of missing slots. */
export function fillMail(slots: MailSlots): string {
  layout ??= readLayout(readFileSync(new URL('./mail-layout.compiled', import.meta.url), 'utf8'))
  return fillLayout(layout, { ...emptySlots, ...slots })
}
