import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { organizationParameters, systemEmailKind } from '../../email/system-emails/index.ts'

export const receiverGone = 'The server returned 410 Gone.'
export const nothingAccepted = 'Ten attempts over three days failed.'

export const webhookDisabledEmail = systemEmailKind('webhook-disabled', {
  when: 'A webhook was switched off because its receiver takes nothing: to the administrators.',
  parameters: organizationParameters.extend({
    url: z.string(),
    because: z.string().transform((text) => (text === receiverGone ? ('gone' as const) : ('nothing_taken' as const))),
  }),
  prepare: ({ parameters }) => ({
    about: parameters,
    path: linkTo(screens.webhooks, { in: parameters.organizationId }),
  }),
})
