import { screens } from '@twofold/contract'
import { z } from 'zod'
import { asName, letterKind } from '../notifications/index.ts'

export const webhookDisabledLetter = letterKind('webhook-disabled', {
  when: 'A webhook was switched off because its receiver takes nothing: to the administrators.',
  parameters: z.object({ url: z.string(), organization: z.string().transform(asName), because: z.string() }),
  prepare: ({ parameters }) => ({ about: parameters, path: screens.webhooks }),
})
