import { suggestions } from '@twofold/contract'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { PageParts } from './instructions.ts'
import type { ActionResult } from './perform-action.ts'

export function rulesCorrectionForm({ facts, translate, action }: PageParts, notice: ActionResult | null): Html | null {
  if (!facts.companyKnown || facts.companyName === '' || !facts.donation.counted) return null
  const isMissing = notice === 'suggestion_missing'
  return html`<details id="rules"${isMissing ? html` open` : null}><summary>${translate('rules')}</summary><div><p>${translate('rules_text')}</p>
<form method="post" action="${action}"><input type="hidden" name="press" value="rules">
<label for="about">${translate('rules_about')}</label><select id="about" name="about">${suggestions.suggestionSubject.options.map(
    (about) => html`<option value="${about}">${translate(`rules_${about}`)}</option>`,
  )}</select>
<label for="value">${translate('rules_value')}</label>
${isMissing ? html`<p class="problem" id="missing-value" role="alert">${translate('suggestion_missing')}</p>` : null}
<input type="text" id="value" name="value"${isMissing ? html` aria-invalid="true" aria-describedby="missing-value"` : null} required maxlength="500" autocomplete="off">
<label for="source">${translate('rules_source')}</label><input type="text" id="source" name="source" maxlength="500" inputmode="url" autocomplete="off">
<label for="note">${translate('rules_note')}</label><input type="text" id="note" name="note" maxlength="1000" autocomplete="off">
<button type="submit" class="quiet">${translate('rules_button')}</button></form></div></details>`
}
