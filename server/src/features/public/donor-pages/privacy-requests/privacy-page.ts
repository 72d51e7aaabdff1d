import { type Html, html, type PlainPage } from '../../../../platform/http/plain-page.ts'
import { maskEmail, oneLine } from '../../../../platform/mail/address-text.ts'
import { type Language, languageOf } from '../../../core/texts/index.ts'
import { actionButton } from '../instructions.ts'
import { translatorFor } from '../page-texts.ts'
import type { DataRequest, PrivacyPreferences } from './privacy-requests.queries.ts'
import { dataLinks } from './privacy-requests.queries.ts'

export const privacyPageResults = ['fewer', 'all', 'mailed', 'too_many'] as const
export type PrivacyPageResult = (typeof privacyPageResults)[number]

type PageState = {
  readonly language: Language
  readonly action: string
  readonly back: string
  /** Null without an email from which they could unsubscribe. */
  readonly unsubscribe: string | null
  /** The donor also has gifts to other organizations. */
  readonly hasOthers: boolean
  readonly result: PrivacyPageResult | null
}

/** Only the frequency changes here; the rest requires confirmation by mail. */
export function privacyPage(preferences: PrivacyPreferences, state: PageState): PlainPage {
  const { action, result } = state
  const { language } = state
  const translate = translatorFor(language, {
    receiving_org_name: oneLine(preferences.organizationName),
    donor_email: maskEmail(preferences.email),
    link_minutes: String(dataLinks.copy.minutes),
  })
  return pageOf(
    language,
    translate('from'),
    translate('privacy_title'),
    html`${result && html`<div class="done" role="status"><p>${translate(`wish_${result}`)}</p></div>`}<h1>${translate('privacy_title')}</h1>
<h2>${translate('privacy_mails')}</h2>${mails(preferences, state, translate)}
<h2>${translate('privacy_data')}</h2><p>${translate('privacy_data_text')}</p>
<div class="buttons">${actionButton(action, 'copy', translate('privacy_copy_button'), 'quiet')}
<details><summary>${translate('privacy_erase')}</summary><div><p>${translate('privacy_erase_text')}</p>${actionButton(action, 'erasure', translate('privacy_erase_button'), 'quiet')}</div></details></div>
${state.hasOthers ? html`<p class="small muted below">${translate('privacy_elsewhere')}</p>` : null}
<p class="below"><a href="${state.back}">${translate('privacy_back')}</a></p>`,
  )
}

function mails(
  preferences: PrivacyPreferences,
  { action, unsubscribe }: PageState,
  translate: ReturnType<typeof translatorFor>,
): Html {
  if (preferences.suppressed !== null) {
    const isOwnChoice = preferences.suppressed === 'unsubscribed' && unsubscribe !== null
    return html`<p>${translate('privacy_is_none')}</p>${isOwnChoice ? html`<p><a href="${unsubscribe}">${translate('privacy_again')}</a></p>` : null}`
  }
  const { hasReducedFrequency } = preferences
  return html`<p>${translate('privacy_mails_text')} ${translate(hasReducedFrequency ? 'privacy_is_fewer' : 'privacy_fewer_text')}</p>
<div class="buttons">${hasReducedFrequency ? actionButton(action, 'all', translate('privacy_all_button'), 'quiet') : actionButton(action, 'fewer', translate('privacy_fewer_button'))}
${unsubscribe === null ? null : html`<a class="button quiet" href="${unsubscribe}">${translate('privacy_none')}</a>`}</div>`
}

export function dataPage(
  { wish, organizationName, language: preferredLanguage }: DataRequest,
  action: string,
): PlainPage {
  const language = languageOf(preferredLanguage)
  const translate = translatorFor(language, { receiving_org_name: oneLine(organizationName) })
  return pageOf(
    language,
    translate('from'),
    translate(`data_${wish}_title`),
    html`<h1>${translate(`data_${wish}_title`)}</h1><p>${translate(`data_${wish}_text`)}</p>${actionButton(action, wish, translate(`data_${wish}_button`))}
${wish === 'erasure' ? html`<p class="below">${translate('data_keep')}</p>` : null}`,
  )
}

const pageOf = ({ locale }: Language, from: string, title: string, content: Html): PlainPage => ({
  title,
  lang: locale,
  body: html`<div class="page"><header class="from">${from}</header><main>${content}</main></div>`,
})
