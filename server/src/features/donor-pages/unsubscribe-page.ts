import { html, type PlainPage } from '../../platform/http/plain-page.ts'
import { oneLine, shortened } from '../../platform/mail/plain-words.ts'
import type { Subscription } from '../notifications/index.ts'
import { languageOf } from '../texts/index.ts'
import { press } from './instructions.ts'
import { sayWith } from './page-texts.ts'

/** Asks for one press, or says what is. Following the link changes nothing: scanners follow links. */
export function unsubscribePage(subscription: Subscription, action: string, justResubscribed: boolean): PlainPage {
  const language = languageOf(subscription.language)
  const say = sayWith(language, {
    receiving_org_name: oneLine(subscription.organizationName),
    donor_email: shortened(subscription.email),
  })
  const { suppressed } = subscription
  const content =
    suppressed === 'unsubscribed'
      ? {
          title: say('unsubscribed_title'),
          body: html`<p>${say('unsubscribed_text')}</p>${press(`${action}/undo`, 'undo', say('unsubscribe_undo'), 'quiet')}`,
        }
      : suppressed !== null
        ? { title: say('unsubscribed_title'), body: html`<p>${say('bounced_text')}</p>` }
        : {
            title: say(justResubscribed ? 'resubscribed_title' : 'unsubscribe_title'),
            body: html`<p>${say(justResubscribed ? 'resubscribed_text' : 'unsubscribe_text')}</p>${press(action, 'unsubscribe', say('unsubscribe_press'), justResubscribed ? 'quiet' : 'main')}`,
          }
  return {
    title: content.title,
    lang: language.locale,
    body: html`<div class="page"><header class="from">${say('from')}</header><main><h1>${content.title}</h1>${content.body}</main></div>`,
  }
}
