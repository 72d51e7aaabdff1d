import { screens } from '@twofold/contract'
import { z } from 'zod'
import type { Letter } from '../../platform/mail/letter.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'

const parametersOf = z.object({ url: z.string(), organization: z.string(), because: z.string() })

/** Tells an administrator that a webhook has been switched off, and why. */
export function webhookDisabledMail(parameters: unknown, publicUrl: string): Letter {
  const { url, organization, because } = parametersOf.parse(parameters)
  const name = oneLine(organization, 120)
  return {
    subject: `A webhook of ${name} was switched off`,
    heading: 'A webhook was switched off',
    before: [
      `The webhook https://${url} of ${name} was switched off.\n${because}`,
      'Nothing is sent there any more. When your receiver is ready, switch the webhook on again under Integrations, Webhooks, ' +
        'and resend from its delivery log what it missed.',
    ],
    button: { label: 'Open the webhooks', link: `${publicUrl}${screens.webhooks}` },
    after: 'If you do not look after this receiver, please pass this mail on to whoever does.',
    why: `You get this mail because you are an administrator of ${name} at Twofold.`,
  }
}
