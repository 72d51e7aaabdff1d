import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { Language, Variables } from '../../core/texts/index.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import { type Translate, translatorFor } from './page-texts.ts'
import { isEngaged, type Stage } from './stage.ts'

type MatchTexts = {
  readonly facts: MatchFacts
  readonly language: Language
  readonly variables: Variables
  readonly translate: Translate
}

export type PageParts = MatchTexts & { readonly action: string }

/** A null `action` means that no identified donor could act: the steps continue with links. */
export type StepParts = MatchTexts & { readonly action: string | null }

/** Every change of a match requires such a form. */
export const actionButton = (
  action: string,
  name: string,
  label: string,
  style: 'main' | 'quiet' = 'main',
  newTab = false,
): Html =>
  html`<form method="post" action="${action}"${newTab ? html` target="_blank"` : null}><input type="hidden" name="press" value="${name}">
<button type="submit"${style === 'quiet' ? html` class="quiet"` : null}>${label}</button></form>`

/** Addresses in a policy come from outside. */
export function parseWebUrl(address: string | null): URL | null {
  try {
    const url = new URL(address ?? '')
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
  } catch {
    return null
  }
}

export function instructions(method: Extract<Stage, { kind: 'act' }>['method'], parts: StepParts): Html {
  const steps = { csr: portalSteps, contact: contactSteps, mail: paperSteps, form: formSteps }[method](parts)
  const isOnPaper = method === 'form' && !canSignHere(parts)
  return html`<h2>${parts.translate('steps')}</h2>${isOnPaper ? html`<p>${parts.translate('form_honest')}</p>` : null}
<ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>`
}

/** Returns whether the button in the steps is highlighted, and not "I submitted it". */
export function leadsWithSteps(
  method: Extract<Stage, { kind: 'act' }>['method'],
  { facts: { donation, policy } }: Pick<PageParts, 'facts'>,
): boolean {
  if (isEngaged(donation.statusId)) return false
  if (method === 'contact') return true
  if (method === 'csr') return portalUrl(policy) !== null || (policy?.platformSteps.length ?? 0) > 0
  return parseWebUrl(policy?.formUrl ?? null) !== null
}

/** Only one button of a page is the main one. */
const stepStyle = ({ action, facts }: StepParts): 'main' | 'quiet' =>
  action !== null && isEngaged(facts.donation.statusId) ? 'quiet' : 'main'

const linkButton = (parts: StepParts, address: string, label: string, newTab = true): Html =>
  html`<a class="${stepStyle(parts) === 'quiet' ? 'button quiet' : 'button'}" href="${address}"${newTab ? html` target="_blank" rel="noopener noreferrer"` : null}>${label}</a>`

function portalSteps(parts: StepParts): Html[] {
  const { facts, translate, action } = parts
  const portal = portalUrl(facts.policy)
  if (!portal && facts.policy?.platformSteps.length) return platformSteps(parts)
  // Steps from the directory take precedence over our general ones.
  const specificSteps = stepsOfPlatform(parts, afterSigningIn(facts.policy?.platformSteps ?? []))
  return [
    html`<p><strong>${translate('csr_open_title')}</strong><br>${translate('csr_open_text')}</p>
${portal ? html`${action === null ? linkButton(parts, portal.href, translate('csr_open')) : actionButton(action, 'open', translate('csr_open'), stepStyle(parts), true)}<p class="small muted near">${portal.host} · ${translate('csr_new_tab')}</p>` : null}`,
    foldedSteps(
      parts,
      specificSteps.length > 0
        ? specificSteps
        : [html`<p>${translate('csr_ask')}</p>`, html`<p>${translate('csr_fill')}</p>`],
    ),
    html`<p>${translate('submitted_then')}</p>`,
  ]
}

/** Folded on a phone, where they would push the buttons out of view. */
const foldedSteps = ({ translate }: StepParts, steps: readonly Html[]): Html =>
  html`<p>${translate('csr_request')}</p><details><summary>${translate('platform_show')}</summary><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol></details>`

export const portalUrl = (policy: MatchFacts['policy']): URL | null =>
  parseWebUrl(policy?.submissionUrl ?? null) ?? parseWebUrl(policy?.platformUrl ?? null)

function platformSteps(parts: StepParts): Html[] {
  const { facts, translate, action } = parts
  const intro = html`<p><strong>${translate('platform_title')}</strong><br>${translate('platform_text')}</p>`
  const lastStep = html`<p>${translate('submitted_then')}</p>`
  if (action !== null && !isEngaged(facts.donation.statusId))
    return [html`${intro}${actionButton(action, 'open', translate('platform_show'))}`, lastStep]
  return [intro, ...stepsOfPlatform(parts, facts.policy?.platformSteps ?? []), lastStep]
}

/** Our first step already contains the sign-in link. */
const afterSigningIn = (steps: readonly string[]): readonly string[] =>
  isOnlySignIn(steps[0] ?? '') ? steps.slice(1) : steps

/** Text after an `and` or a comma means more than signing in. */
const isOnlySignIn = (step: string): boolean =>
  /^(?:sign|log) in(?:$|\.$| (?:to|at|on) )/i.test(step) && !/,|;|:| and | with /i.test(step)

/** A super user's step has no translation, so its `lang` attribute names its language. */
const stepsOfPlatform = ({ language }: StepParts, steps: readonly string[]): Html[] =>
  steps.map((step) => {
    const { words, locale } = language.translateStep(step)
    return html`<p${locale === language.locale ? null : html` lang="${locale}"`}>${words}.</p>`
  })

function contactSteps(parts: StepParts): Html[] {
  const { facts, variables, translate, action } = parts
  if (action !== null && !isEngaged(facts.donation.statusId)) {
    return [
      html`<p>${translate('contact_show_text')}</p>${actionButton(action, 'open', translate('contact_show'))}`,
      html`<p>${translate('submitted_then')}</p>`,
    ]
  }
  const recipientLanguage = employerLanguage(facts)
  const translateForEmployer = translatorFor(recipientLanguage, variablesOf(facts, recipientLanguage))
  const message = translateForEmployer('contact_letter')
  const to = variables.matching_employer_contact_email ?? ''
  const address = `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(translateForEmployer('contact_subject'))}&body=${encodeURIComponent(message)}`
  return [
    html`<p>${translate('contact_send')}</p><pre class="letter" lang="${recipientLanguage.locale}">${message}</pre>
<div class="buttons">${to ? linkButton(parts, address, translate('contact_mail_program'), false) : null}${copyButton(message, translate)}</div>`,
    html`<p>${translate('submitted_then')}</p>`,
  ]
}

function formStep(parts: StepParts): Html {
  const { facts, translate } = parts
  const form = parseWebUrl(facts.policy?.formUrl ?? null)
  return form
    ? html`<p><strong>${translate('mail_form')}</strong></p>${linkButton(parts, form.href, translate('mail_form_open'))}`
    : html`<p><strong>${translate('mail_form')}</strong><br>${translate('mail_form_ask')}</p>`
}

function paperSteps(parts: StepParts): Html[] {
  const { facts, translate } = parts
  const address = facts.policy?.contactAddress
  return [
    formStep(parts),
    html`<p>${translate('mail_fill')}</p>`,
    address
      ? html`<p>${translate('mail_send_to')}</p><pre class="letter">${address}</pre>${copyButton(address, translate)}`
      : html`<p>${translate('mail_send_form')}</p>`,
    html`<p>${translate('mail_then')}</p>`,
  ]
}

const canSignHere = (parts: StepParts): boolean => parts.action !== null && hasForm(parts)

export const hasForm = ({ facts }: Pick<PageParts, 'facts'>): boolean => (facts.policy?.formOf ?? null) !== null

function formSteps(parts: StepParts): Html[] {
  const { translate, action } = parts
  if (action !== null && canSignHere(parts))
    return [
      html`<p><strong>${translate('sign_step')}</strong><br>${translate('sign_step_text')}</p>${actionButton(action, 'open_form', translate('sign_open'))}`,
      html`<p>${translate('sign_step_then')}</p>`,
    ]
  return [
    formStep(parts),
    html`<p>${translate('form_fill')}</p>`,
    html`<p>${translate('form_send')}</p>`,
    html`<p>${translate('form_then')}</p>`,
  ]
}

/** Without the page's script, the text can still be selected. */
export const copyButton = (text: string, translate: Translate): Html =>
  html`<button type="button" class="copy quiet" hidden data-copy="${text}" data-copied="${translate('copied')}">${translate('copy')}</button>`
