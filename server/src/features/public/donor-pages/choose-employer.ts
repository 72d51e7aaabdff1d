import { readEmployerText } from '@twofold/matching'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { PageParts } from './instructions.ts'

export type EmployerChoice = {
  readonly typed: string
  readonly isRetired: boolean
  readonly companies: readonly { readonly companyId: number; readonly companyName: string }[]
}

export const noneOfThese = 'none'
const maxShownCompanies = 6

/** Null if the match is clear or if no company is similar. */
export async function findEmployerChoice(
  directory: Directory,
  text: string | undefined,
  isRetired: boolean,
): Promise<EmployerChoice | null> {
  const typed = oneLine(text ?? '')
  if (typed === '') return null
  const { index } = await directory.current()
  const { companyId, how } = index.find({ text: typed })
  if (companyId !== null || how === 'no_employer') return null
  const companies = index.search(typed, { limit: maxShownCompanies })
  return companies.length === 0 ? null : { typed, isRetired, companies }
}

/** A review takes days, and the right employer is often in the directory. */
export function employerChoiceForm({ translate, action }: PageParts, { typed, isRetired, companies }: EmployerChoice) {
  const choice = (value: string | number, label: Html | string): Html =>
    html`<label class="choice"><input type="radio" name="company" value="${value}" required><span>${label}</span></label>`
  return {
    title: translate('choose_title'),
    body: html`<p>${translate('choose_text')}</p><form method="post" action="${action}"><input type="hidden" name="press" value="employer"><input type="hidden" name="employer" value="${typed}">${isRetired ? html`<input type="hidden" name="retired" value="yes">` : null}
<fieldset><legend>${translate('employer_label')}</legend>${companies.map(({ companyId, companyName }) => choice(companyId, companyName))}
${choice(noneOfThese, html`${translate('choose_none')} <strong>${typed}</strong>`)}</fieldset>
<div class="buttons"><button type="submit">${translate('choose_button')}</button><a class="button quiet" href="${action}">${translate('choose_back')}</a></div></form>`,
  }
}

export function isOnlyRetired(text: string): boolean {
  const { meaning, employment } = readEmployerText(oneLine(text))
  return meaning === 'none' && employment === 'retired'
}

export function formerEmployerForm({ translate, action }: PageParts) {
  return {
    title: translate('former_title'),
    body: html`<p>${translate('former_intro')}</p><form method="post" action="${action}"><input type="hidden" name="press" value="employer"><input type="hidden" name="retired" value="yes">
<label for="employer">${translate('former_label')}</label>
<input type="text" id="employer" name="employer" required maxlength="200" autocomplete="organization">
<button type="submit">${translate('employer_button')}</button></form>
<form method="post" action="${action}"><input type="hidden" name="press" value="employer"><input type="hidden" name="retired" value="none"><input type="hidden" name="employer" value="retired">
<button type="submit" class="quiet">${translate('former_none')}</button></form>`,
  }
}
