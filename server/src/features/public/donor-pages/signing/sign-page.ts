import { type companyForms, linkTo, screens } from '@twofold/contract'
import { type Html, html, type PlainPage } from '../../../../platform/http/plain-page.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { type Language, languageOf, type PageText } from '../../../core/texts/index.ts'
import { type MatchFacts, variablesOf } from '../../../email/match-facts/index.ts'
import type { FormValues } from '../../../forms/company-forms/index.ts'
import type { DonorPageUrls } from '../donor-page-urls.ts'
import { type Translate, translatorFor } from '../page-texts.ts'

export type SignNotice = 'missing' | 'changed' | null

type SigningContext = {
  readonly facts: MatchFacts
  readonly addresses: DonorPageUrls
}

type SigningState = SigningContext & {
  readonly sources: readonly companyForms.DonorProvidedSource[]
  readonly answers: Readonly<Record<string, string>>
  readonly isAnswered: boolean
  readonly notice: SignNotice
  readonly pages: number
  /** For readers who cannot see the form's image. */
  readonly values: FormValues
  readonly documentSha256: string
}

const sourceLabels = {
  donor_phone: 'sign_donor_phone',
  donor_address: 'sign_donor_address',
  employee_id: 'sign_employee_id',
} as const satisfies Record<companyForms.DonorProvidedSource, PageText>

const valueLabels: Readonly<Partial<Record<companyForms.FormSource, PageText>>> = {
  donor_name: 'receipt_donor',
  donor_email: 'sign_ask_label',
  ...sourceLabels,
  gift_amount: 'fact_gift',
  gift_date: 'fact_date',
  transaction_id: 'fact_transaction',
  organization_name: 'fact_nonprofit',
  organization_ein: 'fact_ein',
  organization_address: 'fact_address',
  organization_contact: 'fact_contact',
  organization_website: 'fact_website',
}

function signingPage(
  { facts, addresses }: SigningContext,
  title: PageText,
  variables: object,
  body: (translate: Translate) => Html,
): PlainPage {
  const language = languageOf(facts.donor.language)
  const translate = translatorFor(language, { ...variablesOf(facts, language), ...variables })
  return {
    title: `${translate(title)} · ${oneLine(facts.organization.name)}`,
    lang: language.locale,
    script: '/m/sign.js',
    body: html`<div class="page"><header class="from">${translate('from')}</header><main>${body(translate)}</main>
<footer><p><a href="${addresses.page()}">${translate('sign_back')}</a></p></footer></div>`,
  }
}

export function signPage(context: SigningState): PlainPage {
  const { sources, isAnswered } = context
  return signingPage(context, 'sign_title', {}, (translate) => {
    const questions = sources.length > 0 ? questionForm(context, translate) : null
    if (!isAnswered) return html`<h1>${translate('sign_title')}</h1>${questions}`
    return html`<h1>${translate('sign_title')}</h1>${noticeOf(context, translate)}${formPreview(context, translate)}
${questions && html`<details><summary>${translate('sign_change')}</summary><div>${questions}</div></details>`}
${signatureForm(context, translate)}`
  })
}

const noticeOf = ({ notice }: SigningState, translate: Translate): Html | null =>
  notice === null ? null : html`<p class="problem" role="alert" id="problem">${translate(`sign_${notice}`)}</p>`

const questionForm = ({ sources, answers, addresses, isAnswered }: SigningState, translate: Translate): Html =>
  html`${isAnswered ? null : html`<h2>${translate('sign_asked_title')}</h2>`}<p>${translate('sign_asked_text')}</p>
<form method="post" action="${addresses.form()}"><input type="hidden" name="press" value="fill">
${sources.map(
  (source) => html`<label for="${source}">${translate(sourceLabels[source])}</label>
<input type="text" id="${source}" name="${source}" value="${answers[source] ?? ''}" maxlength="200"${autocompleteAttributes[source]}>`,
)}
<button type="submit"${isAnswered ? html` class="quiet"` : null}>${translate('sign_fill')}</button></form>`

const autocompleteAttributes: Readonly<Record<companyForms.DonorProvidedSource, Html>> = {
  donor_phone: html` autocomplete="tel" inputmode="tel"`,
  donor_address: html` autocomplete="street-address"`,
  employee_id: html` autocomplete="off"`,
}

function formPreview({ addresses, pages, values }: SigningState, translate: Translate): Html {
  const rows = Object.entries(valueLabels).flatMap(([source, label]) => {
    const text = Object.entries(values).find(([name]) => name === source)?.[1]
    return text ? [html`<div><dt>${translate(label)}</dt><dd><span>${text}</span></dd></div>`] : []
  })
  return html`<h2>${translate('sign_form_title')}</h2><p>${translate('sign_form_text')}</p>
${Array.from(
  { length: pages },
  (_, index) =>
    html`<a class="sheet" href="${addresses.formPdf}"><img src="${addresses.formPage(index + 1)}" alt="${translate('sign_page')}" width="612" height="792"${index > 0 ? html` loading="lazy"` : null}></a>`,
)}
<p><a href="${addresses.formPdf}" type="application/pdf">${translate('sign_pdf')}</a></p><dl>${rows}</dl>`
}

const signatureForm = ({ facts, addresses, documentSha256, notice }: SigningState, translate: Translate): Html =>
  html`<h2>${translate('sign_name_title')}</h2>
<form method="post" action="${addresses.form()}"><input type="hidden" name="press" value="sign">
<input type="hidden" name="document" value="${documentSha256}">
<label for="name">${translate('sign_name')}</label>
<input type="text" id="name" name="name" value="${oneLine(facts.donor.name, 100)}" required maxlength="100" autocomplete="name"${notice === 'missing' ? html` aria-invalid="true" aria-describedby="problem"` : null}>
<div class="draw" hidden><input type="hidden" name="drawing"><p class="small" id="draw">${translate('sign_draw')}</p>
<canvas width="600" height="200" aria-describedby="draw" aria-label="${translate('sign_name_title')}" role="img"></canvas>
<button type="button" class="quiet copy">${translate('sign_draw_again')}</button></div>
<label class="choice"><input type="checkbox" name="consent" value="yes" required><span>${translate('sign_consent')}</span></label>
<p class="small muted">${translate('sign_kept')}</p><button type="submit">${translate('sign_button')}</button></form>`

export const signedPage = (context: SigningContext, signedDay: string): PlainPage =>
  signingPage(
    context,
    'sign_done_title',
    { signed_day: signedDay },
    (translate) =>
      html`<h1>${translate('sign_done_title')}</h1><p>${translate('sign_done_text')}</p>
<p>${translate(context.facts.donation.statusId === 3 ? 'sign_done_verify' : 'sign_done_sent')}</p>
<div class="buttons"><a class="button" href="${context.addresses.formPdf}">${translate('sign_done_pdf')}</a></div>`,
  )

/** The link to the form always goes to the donor's own address. */
export function requestLinkPage(donationId: number, language: Language): PlainPage {
  const translate = translatorFor(language)
  return {
    title: translate('sign_ask_title'),
    lang: language.locale,
    body: html`<div class="page"><header class="from">Twofold</header><main><h1>${translate('sign_ask_title')}</h1>
<p>${translate('sign_ask_text')}</p><form method="get" action="/api/auth/otp">
<input type="hidden" name="redirect" value="${linkTo(screens.donorMatch, { matchId: donationId })}"><input type="hidden" name="press" value="1">
<label for="email">${translate('sign_ask_label')}</label>
<input type="text" inputmode="email" id="email" name="email" required maxlength="254" autocomplete="email">
<button type="submit">${translate('sign_ask_button')}</button></form></main></div>`,
  }
}

// Typing a name is enough; this script adds drawing. The field is 600 by 200, whatever its size on the screen.
export const signScript = `for (const box of document.querySelectorAll('.draw')) {
  const canvas = box.querySelector('canvas'), input = box.querySelector('input'), pen = canvas.getContext('2d')
  let strokes = [], stroke = null, count = 0
  box.hidden = false
  pen.lineWidth = 3; pen.lineCap = pen.lineJoin = 'round'; pen.strokeStyle = '#10243e'
  const pointOf = ({ clientX, clientY }) => {
    const area = canvas.getBoundingClientRect()
    const at = (value, start, length, most) => Math.max(0, Math.min(most, Math.round((value - start) / length * most)))
    return [at(clientX, area.left, area.width, 600), at(clientY, area.top, area.height, 200)]
  }
  const keep = () => { input.value = strokes.filter((one) => one.length > 1).map((one) => one.map((point) => point.join('.')).join('_')).join('-') }
  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    canvas.setPointerCapture(event.pointerId)
    stroke = [pointOf(event)]
    strokes.push(stroke)
  })
  canvas.addEventListener('pointermove', (event) => {
    if (!stroke || count > 1000) return
    const from = stroke[stroke.length - 1], to = pointOf(event)
    if (Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) < 4) return
    count++
    stroke.push(to)
    pen.beginPath(); pen.moveTo(...from); pen.lineTo(...to); pen.stroke()
  })
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { stroke = null; keep() })
  box.querySelector('button').addEventListener('click', () => {
    strokes = []; stroke = null; count = 0; input.value = ''
    pen.clearRect(0, 0, 600, 200)
  })
}
`
