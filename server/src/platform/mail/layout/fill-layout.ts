import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../security/escape-html.ts'

/** `[[name]]` is escaped, `[[&name]]` is trusted HTML. `<!--if name-->` shows a section if the value is not empty. */
export type Slots = Readonly<Record<string, string>>

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slot'; readonly name: string; readonly isHtml: boolean }
  | { readonly kind: 'if' | 'end'; readonly name: string }

const marks = /\[\[(&?)(\w+)\]\]|<!--(if|end) (\w+)-->\n?/g

/** Parses a layout once, so that filling it for a donor only joins strings. */
export function readLayout(html: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of html.matchAll(marks)) {
    if (found.index > from) pieces.push({ kind: 'text', text: html.slice(from, found.index) })
    from = found.index + found[0].length
    const [, raw, slot, bracket, part] = found
    if (slot) pieces.push({ kind: 'slot', name: slot, isHtml: raw === '&' })
    else if (part) pieces.push({ kind: bracket === 'if' ? 'if' : 'end', name: part })
  }
  pieces.push({ kind: 'text', text: html.slice(from) })
  return pieces
}

/** Fills a layout. Throws if a value is missing, so that no incomplete email is sent. */
export function fillLayout(pieces: readonly Piece[], slots: Slots): string {
  const value = (name: string): string => {
    const given = slots[name]
    if (given === undefined) throw new Error(`the layout names ${name}, which is not given`)
    return given
  }
  const out: string[] = []
  let hidden: string | null = null
  for (const piece of pieces) {
    if (hidden !== null) {
      if (piece.kind === 'end' && piece.name === hidden) hidden = null
    } else if (piece.kind === 'text') out.push(piece.text)
    else if (piece.kind === 'slot') out.push(piece.isHtml ? value(piece.name) : mailHtml(value(piece.name)))
    else if (piece.kind === 'if' && value(piece.name) === '') hidden = piece.name
  }
  return out.join('')
}

/** Returns text as HTML for an email, with visible line breaks. */
export const mailHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />')

/** `&` in the layout marks trusted HTML: `news`, `facts` and `others`. */
const slots = {
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
export type MailSlots = Partial<Readonly<Record<keyof typeof slots, string>>>

let layout: readonly Piece[] | undefined

/** Renders an email in the common layout, without the sections of missing slots. */
export function fillMail(given: MailSlots): string {
  layout ??= readLayout(readFileSync(new URL('./mail-layout.compiled', import.meta.url), 'utf8'))
  return fillLayout(layout, { ...slots, ...given })
}
