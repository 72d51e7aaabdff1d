import { type Html, html, type PlainPage } from '../../../../platform/http/plain-page.ts'
import { maskEmail, oneLine } from '../../../../platform/mail/address-text.ts'
import { type Language, languageOf } from '../../../core/texts/index.ts'
import { actionButton } from '../instructions.ts'
import { sayWith } from '../page-texts.ts'
import type { DataRequest, PrivacyPreferences } from './privacy-requests.queries.ts'
import { dataLinks } from './privacy-requests.queries.ts'

export const privacyPageResults = ['fewer', 'all', 'mailed', 'too_many'] as const
export type PrivacyPageResult = (typeof privacyPageResults)[number]

type Shown = {
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
export function privacyPage(wishes: PrivacyPreferences, shown: Shown): PlainPage {
  const { action, result } = shown
  const { language } = shown
  const say = sayWith(language, {
    receiving_org_name: oneLine(wishes.organizationName),
    donor_email: maskEmail(wishes.email),
    link_minutes: String(dataLinks.copy.minutes),
  })
  return pageOf(
    language,
    say('from'),
    say('wishes_title'),
    html`${result && html`<div class="done" role="status"><p>${say(`wish_${result}`)}</p></div>`}<h1>${say('wishes_title')}</h1>
<h2>${say('wishes_mails')}</h2>${mails(wishes, shown, say)}
<h2>${say('wishes_data')}</h2><p>${say('wishes_data_text')}</p>
<div class="presses">${actionButton(action, 'copy', say('wishes_copy_press'), 'quiet')}
<details><summary>${say('wishes_erase')}</summary><div><p>${say('wishes_erase_text')}</p>${actionButton(action, 'erasure', say('wishes_erase_press'), 'quiet')}</div></details></div>
${shown.hasOthers ? html`<p class="small muted below">${say('wishes_elsewhere')}</p>` : null}
<p class="below"><a href="${shown.back}">${say('wishes_back')}</a></p>`,
  )
}

function mails(wishes: PrivacyPreferences, { action, unsubscribe }: Shown, say: ReturnType<typeof sayWith>): Html {
  if (wishes.suppressed !== null) {
    const isTheirs = wishes.suppressed === 'unsubscribed' && unsubscribe !== null
    return html`<p>${say('wishes_is_none')}</p>${isTheirs ? html`<p><a href="${unsubscribe}">${say('wishes_again')}</a></p>` : null}`
  }
  const { wantsFewer } = wishes
  return html`<p>${say('wishes_mails_text')} ${say(wantsFewer ? 'wishes_is_fewer' : 'wishes_fewer_text')}</p>
<div class="presses">${wantsFewer ? actionButton(action, 'all', say('wishes_all_press'), 'quiet') : actionButton(action, 'fewer', say('wishes_fewer_press'))}
${unsubscribe === null ? null : html`<a class="button quiet" href="${unsubscribe}">${say('wishes_none')}</a>`}</div>`
}

export function dataPage({ wish, organizationName, language: wished }: DataRequest, action: string): PlainPage {
  const language = languageOf(wished)
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
