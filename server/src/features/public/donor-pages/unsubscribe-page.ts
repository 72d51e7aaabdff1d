import { type Html, html, type PlainPage } from '../../../platform/http/plain-page.ts'
import { maskEmail, oneLine } from '../../../platform/mail/address-text.ts'
import { languageOf } from '../../core/texts/index.ts'
import type { Subscription } from '../../email/suppressions/index.ts'
import { actionButton } from './instructions.ts'
import { type Translate, translatorFor } from './page-texts.ts'

/** A GET changes nothing because scanners follow links. */
export function unsubscribePage(subscription: Subscription, action: string, justResubscribed: boolean): PlainPage {
  const language = languageOf(subscription.language)
  const translate = translatorFor(language, {
    receiving_org_name: oneLine(subscription.organizationName),
    donor_email: maskEmail(subscription.email),
    has_gift: subscription.donationId === null ? 'no' : 'yes',
  })
  const content = contentOf(subscription, translate, action, justResubscribed)
  return {
    title: content.title,
    lang: language.locale,
    body: html`<div class="page"><header class="from">${translate('from')}</header><main><h1>${content.title}</h1>${content.body}</main></div>`,
  }
}

function contentOf(
  { suppressed, donationId, isGiftSilenced }: Subscription,
  translate: Translate,
  action: string,
  justResubscribed: boolean,
): { readonly title: string; readonly body: Html } {
  if (suppressed !== null) {
    const isOwnChoice = suppressed === 'unsubscribed'
    return {
      title: translate('unsubscribed_title'),
      body: html`<p>${translate(suppressed === 'bounced' ? 'bounced_text' : 'unsubscribed_text')}</p>
${isOwnChoice ? actionButton(`${action}/undo`, 'undo', translate('unsubscribe_undo'), 'quiet') : null}`,
    }
  }
  if (isGiftSilenced) {
    return {
      title: translate('unsubscribed_gift_title'),
      body: html`<p>${translate('unsubscribed_gift_text')}</p>
<div class="buttons">${actionButton(`${action}/undo`, 'gift', translate('unsubscribe_undo'), 'quiet')}
${actionButton(action, 'unsubscribe', translate('unsubscribe_button'), 'quiet')}</div>`,
    }
  }
  return {
    title: translate(justResubscribed ? 'resubscribed_title' : 'unsubscribe_title'),
    body: html`<p>${translate(justResubscribed ? 'resubscribed_text' : 'unsubscribe_text')}</p>
<div class="buttons">${actionButton(action, 'unsubscribe', translate('unsubscribe_button'), justResubscribed ? 'quiet' : 'main')}
${donationId === null ? null : actionButton(action, 'gift', translate('unsubscribe_gift_button'), 'quiet')}</div>`,
  }
}
