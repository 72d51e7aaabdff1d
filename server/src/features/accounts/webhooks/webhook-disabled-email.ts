import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { organizationParameters, systemEmailKind } from '../../email/notifications/index.ts'

export const receiverGone = 'The receiver answered 410: it is gone.'
export const nothingAccepted = 'The receiver accepted nothing in ten attempts over three days.'

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
