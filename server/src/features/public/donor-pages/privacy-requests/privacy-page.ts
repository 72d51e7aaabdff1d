import { type Html, html, type PlainPage } from '../../../../platform/http/plain-page.ts'
import { maskEmail, oneLine } from '../../../../platform/mail/address-text.ts'
import { type Language, languageOf } from '../../../core/texts/index.ts'
import { actionButton } from '../instructions.ts'
import { sayWith } from '../page-texts.ts'
import type { DataRequest, PrivacyPreferences } from './privacy-requests.queries.ts'
import { dataLinks } from './privacy-requests.queries.ts'

export const privacyPageResults = ['fewer', 'all', 'mailed', 'too_many'] as const
export type PrivacyPageResult = (typeof privacyPageResults)[number]

type PageState = {
  readonly language: Language
  readonly action: string
  readonly back: string
  /** Null without a mail from which they could unsubscribe. */
  readonly unsubscribe: string | null
  /** The donor also has gifts to other organizations. */
  readonly hasOthers: boolean
  readonly result: PrivacyPageResult | null
}

/** Only the frequency changes here; the rest requires confirmation by mail. */
export function privacyPage(preferences: PrivacyPreferences, state: PageState): PlainPage {
  const { action, result } = state
  const { language } = state
  const say = sayWith(language, {
    receiving_org_name: oneLine(preferences.organizationName),
    donor_email: maskEmail(preferences.email),
    link_minutes: String(dataLinks.copy.minutes),
  })
  return pageOf(
    language,
    say('from'),
    say('wishes_title'),
    html`${result && html`<div class="done" role="status"><p>${say(`wish_${result}`)}</p></div>`}<h1>${say('wishes_title')}</h1>
<h2>${say('wishes_mails')}</h2>${mails(preferences, state, say)}
<h2>${say('wishes_data')}</h2><p>${say('wishes_data_text')}</p>
<div class="presses">${actionButton(action, 'copy', say('wishes_copy_press'), 'quiet')}
<details><summary>${say('wishes_erase')}</summary><div><p>${say('wishes_erase_text')}</p>${actionButton(action, 'erasure', say('wishes_erase_press'), 'quiet')}</div></details></div>
${state.hasOthers ? html`<p class="small muted below">${say('wishes_elsewhere')}</p>` : null}
<p class="below"><a href="${state.back}">${say('wishes_back')}</a></p>`,
  )
}

function mails(
  preferences: PrivacyPreferences,
  { action, unsubscribe }: PageState,
  say: ReturnType<typeof sayWith>,
): Html {
  if (preferences.suppressed !== null) {
    const isOwnChoice = preferences.suppressed === 'unsubscribed' && unsubscribe !== null
    return html`<p>${say('wishes_is_none')}</p>${isOwnChoice ? html`<p><a href="${unsubscribe}">${say('wishes_again')}</a></p>` : null}`
  }
  const { hasReducedFrequency } = preferences
  return html`<p>${say('wishes_mails_text')} ${say(hasReducedFrequency ? 'wishes_is_fewer' : 'wishes_fewer_text')}</p>
<div class="presses">${hasReducedFrequency ? actionButton(action, 'all', say('wishes_all_press'), 'quiet') : actionButton(action, 'fewer', say('wishes_fewer_press'))}
${unsubscribe === null ? null : html`<a class="button quiet" href="${unsubscribe}">${say('wishes_none')}</a>`}</div>`
}

export function dataPage(
  { wish, organizationName, language: preferredLanguage }: DataRequest,
  action: string,
): PlainPage {
  const language = languageOf(preferredLanguage)
  const say = sayWith(language, { receiving_org_name: oneLine(organizationName) })
  return pageOf(
    language,
    say('from'),
    say(`data_${wish}_title`),
    html`<h1>${say(`data_${wish}_title`)}</h1><p>${say(`data_${wish}_text`)}</p>${actionButton(action, wish, say(`data_${wish}_press`))}
${wish === 'erasure' ? html`<p class="below">${say('data_keep')}</p>` : null}`,
  )
}

const pageOf = ({ locale }: Language, from: string, title: string, content: Html): PlainPage => ({
  title,
  lang: locale,
  body: html`<div class="page"><header class="from">${from}</header><main>${content}</main></div>`,
})
