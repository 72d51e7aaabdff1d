import { type Html, html, type PlainPage } from '../../../platform/http/plain-page.ts'
import { maskEmail, oneLine } from '../../../platform/mail/address-text.ts'
import { languageOf } from '../../core/texts/index.ts'
import type { Subscription } from '../../email/notifications/index.ts'
import { actionButton } from './instructions.ts'
import { type Say, sayWith } from './page-texts.ts'

/** A GET changes nothing because scanners follow links. */
export function unsubscribePage(subscription: Subscription, action: string, justResubscribed: boolean): PlainPage {
  const language = languageOf(subscription.language)
  const say = sayWith(language, {
    receiving_org_name: oneLine(subscription.organizationName),
    donor_email: maskEmail(subscription.email),
    has_gift: subscription.donationId === null ? 'no' : 'yes',
  })
  const content = contentOf(subscription, say, action, justResubscribed)
  return {
    title: content.title,
    lang: language.locale,
    body: html`<div class="page"><header class="from">${say('from')}</header><main><h1>${content.title}</h1>${content.body}</main></div>`,
  }
}

function contentOf(
  { suppressed, donationId, isGiftSilenced }: Subscription,
  say: Say,
  action: string,
  justResubscribed: boolean,
): { readonly title: string; readonly body: Html } {
  if (suppressed !== null) {
    const isOwnChoice = suppressed === 'unsubscribed'
    return {
      title: say('unsubscribed_title'),
      body: html`<p>${say(suppressed === 'bounced' ? 'bounced_text' : 'unsubscribed_text')}</p>
${isOwnChoice ? actionButton(`${action}/undo`, 'undo', say('unsubscribe_undo'), 'quiet') : null}`,
    }
  }
  if (isGiftSilenced) {
    return {
      title: say('unsubscribed_gift_title'),
      body: html`<p>${say('unsubscribed_gift_text')}</p>
<div class="presses">${actionButton(`${action}/undo`, 'gift', say('unsubscribe_undo'), 'quiet')}
${actionButton(action, 'unsubscribe', say('unsubscribe_press'), 'quiet')}</div>`,
    }
  }
  return {
    title: say(justResubscribed ? 'resubscribed_title' : 'unsubscribe_title'),
    body: html`<p>${say(justResubscribed ? 'resubscribed_text' : 'unsubscribe_text')}</p>
<div class="presses">${actionButton(action, 'unsubscribe', say('unsubscribe_press'), justResubscribed ? 'quiet' : 'main')}
${donationId === null ? null : actionButton(action, 'gift', say('unsubscribe_gift_press'), 'quiet')}</div>`,
  }
}
