import { z } from 'zod'
import { html } from '../../platform/http/plain-page.ts'
import type { Mail } from '../../platform/mail/transport.ts'

const parametersOf = z.object({ url: z.string(), organization: z.string(), because: z.string() })

/** Tells an administrator that a webhook has been switched off, and why. */
export function webhookDisabledMail(parameters: unknown): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { url, organization, because } = parametersOf.parse(parameters)
  const told = `The webhook https://${url} of ${organization} was switched off.`
  const what =
    'Nothing is sent there any more. When your receiver is ready, switch the webhook on again under Integrations, Webhooks, and resend from its delivery log what it missed.'
  const { html: body } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Webhook switched off</title></head>
<body style="font:16px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">
<p>${told}</p><p>${because}</p><p>${what}</p>
</body></html>`
  return { subject: 'A webhook was switched off', text: `${told}\n${because}\n\n${what}\n`, html: body }
}
