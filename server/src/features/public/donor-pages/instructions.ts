import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { Language, Variables } from '../../core/texts/index.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../../email/notifications/index.ts'
import { type Say, sayWith } from './page-texts.ts'
import { isEngaged, type Stage } from './stage.ts'

type MatchTexts = {
  readonly facts: MatchFacts
  readonly language: Language
  readonly variables: Variables
  readonly say: Say
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
  return html`<h2>${parts.say('steps')}</h2>${isOnPaper ? html`<p>${parts.say('form_honest')}</p>` : null}
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
  const { facts, say, action } = parts
  const portal = portalUrl(facts.policy)
  if (!portal && facts.policy?.platformSteps.length) return platformSteps(parts)
  // Steps from the directory take precedence over our general ones.
  const specificSteps = stepsOfPlatform(parts, afterSigningIn(facts.policy?.platformSteps ?? []))
  return [
    html`<p><strong>${say('csr_open_title')}</strong><br>${say('csr_open_text')}</p>
${portal ? html`${action === null ? linkButton(parts, portal.href, say('csr_open')) : actionButton(action, 'open', say('csr_open'), stepStyle(parts), true)}<p class="small muted near">${portal.host}</p>` : null}`,
    ...(specificSteps.length > 0 ? specificSteps : [html`<p>${say('csr_ask')}</p>`, html`<p>${say('csr_fill')}</p>`]),
    html`<p>${say('submitted_then')}</p>`,
  ]
}

export const portalUrl = (policy: MatchFacts['policy']): URL | null =>
  parseWebUrl(policy?.submissionUrl ?? null) ?? parseWebUrl(policy?.platformUrl ?? null)

function platformSteps(parts: StepParts): Html[] {
  const { facts, say, action } = parts
  const intro = html`<p><strong>${say('platform_title')}</strong><br>${say('platform_text')}</p>`
  const lastStep = html`<p>${say('submitted_then')}</p>`
  if (action !== null && !isEngaged(facts.donation.statusId))
    return [html`${intro}${actionButton(action, 'open', say('platform_show'))}`, lastStep]
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
    const { words, locale } = language.sayStep(step)
    return html`<p${locale === language.locale ? null : html` lang="${locale}"`}>${words}.</p>`
  })

function contactSteps(parts: StepParts): Html[] {
  const { facts, variables, say, action } = parts
  if (action !== null && !isEngaged(facts.donation.statusId)) {
    return [
      html`<p>${say('contact_show_text')}</p>${actionButton(action, 'open', say('contact_show'))}`,
      html`<p>${say('submitted_then')}</p>`,
    ]
  }
  const recipientLanguage = employerLanguage(facts)
  const sayToEmployer = sayWith(recipientLanguage, variablesOf(facts, recipientLanguage))
  const message = sayToEmployer('contact_letter')
  const to = variables.matching_employer_contact_email ?? ''
  const address = `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(sayToEmployer('contact_subject'))}&body=${encodeURIComponent(message)}`
  return [
    html`<p>${say('contact_send')}</p><pre class="letter" lang="${recipientLanguage.locale}">${message}</pre>
<div class="presses">${to ? linkButton(parts, address, say('contact_mail_program'), false) : null}${copyButton(message, say)}</div>`,
    html`<p>${say('submitted_then')}</p>`,
  ]
}

function formStep(parts: StepParts): Html {
  const { facts, say } = parts
  const form = parseWebUrl(facts.policy?.formUrl ?? null)
  return form
    ? html`<p><strong>${say('mail_form')}</strong></p>${linkButton(parts, form.href, say('mail_form_open'))}`
    : html`<p><strong>${say('mail_form')}</strong><br>${say('mail_form_ask')}</p>`
}

function paperSteps(parts: StepParts): Html[] {
  const { facts, say } = parts
  const address = facts.policy?.contactAddress
  return [
    formStep(parts),
    html`<p>${say('mail_fill')}</p>`,
    address
      ? html`<p>${say('mail_send_to')}</p><pre class="letter">${address}</pre>${copyButton(address, say)}`
      : html`<p>${say('mail_send_form')}</p>`,
    html`<p>${say('mail_then')}</p>`,
  ]
}

const canSignHere = (parts: StepParts): boolean => parts.action !== null && hasForm(parts)

export const hasForm = ({ facts }: Pick<PageParts, 'facts'>): boolean => (facts.policy?.formOf ?? null) !== null

function formSteps(parts: StepParts): Html[] {
  const { say, action } = parts
  if (action !== null && canSignHere(parts))
    return [
      html`<p><strong>${say('sign_step')}</strong><br>${say('sign_step_text')}</p>${actionButton(action, 'open_form', say('sign_open'))}`,
      html`<p>${say('sign_step_then')}</p>`,
    ]
  return [
    formStep(parts),
    html`<p>${say('form_fill')}</p>`,
    html`<p>${say('form_send')}</p>`,
    html`<p>${say('form_then')}</p>`,
  ]
}

/** Without the page's script, the text can still be selected. */
export const copyButton = (text: string, say: Say): Html =>
  html`<button type="button" class="copy quiet" hidden data-copy="${text}" data-copied="${say('copied')}">${say('copy')}</button>`
