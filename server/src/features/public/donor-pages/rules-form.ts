import { suggestions } from '@twofold/contract'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { PageParts } from './instructions.ts'
import type { ActionResult } from './perform-action.ts'

export function rulesCorrectionForm({ facts, say, action }: PageParts, notice: ActionResult | null): Html | null {
  if (!facts.companyKnown || facts.companyName === '' || !facts.donation.counted) return null
  const isMissing = notice === 'suggestion_missing'
  return html`<details id="rules"${isMissing ? html` open` : null}><summary>${say('rules')}</summary><div><p>${say('rules_text')}</p>
<form method="post" action="${action}"><input type="hidden" name="press" value="rules">
<label for="about">${say('rules_about')}</label><select id="about" name="about">${suggestions.suggestionSubject.options.map(
    (about) => html`<option value="${about}">${say(`rules_${about}`)}</option>`,
  )}</select>
<label for="value">${say('rules_value')}</label>
${isMissing ? html`<p class="problem" id="missing-value" role="alert">${say('suggestion_missing')}</p>` : null}
<input type="text" id="value" name="value"${isMissing ? html` aria-invalid="true" aria-describedby="missing-value"` : null} required maxlength="500" autocomplete="off">
<label for="source">${say('rules_source')}</label><input type="text" id="source" name="source" maxlength="500" inputmode="url" autocomplete="off">
<label for="note">${say('rules_note')}</label><input type="text" id="note" name="note" maxlength="1000" autocomplete="off">
<button type="submit" class="quiet">${say('rules_press')}</button></form></div></details>`
}
