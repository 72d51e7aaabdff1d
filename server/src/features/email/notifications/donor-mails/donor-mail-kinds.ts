import type { templates } from '@twofold/contract'
import type { FollowUpKind } from '@twofold/matching'
import type { TemplateStatusId } from '../../../core/texts/index.ts'

export type DonorMailKind = {
  readonly templateOf: (statusId: TemplateStatusId) => templates.TemplateId
  /** Numbered texts of the template; other texts apply to all kinds. */
  readonly part: 1 | 2 | 3
}

export type TemplateMailName = 'initial' | FollowUpKind | 'thank_you'
/** Staff write messages, so they have no template. */
export type DonorMailName = TemplateMailName | 'message'

const getStatusTemplate = (statusId: TemplateStatusId): templates.TemplateId => (statusId === 1 ? 103 : statusId)

export const donorMailKinds: { readonly [Name in TemplateMailName]: DonorMailKind } = {
  initial: { templateOf: getStatusTemplate, part: 1 },
  reminder_1: { templateOf: getStatusTemplate, part: 2 },
  reminder_2: { templateOf: getStatusTemplate, part: 3 },
  deadline: { templateOf: () => 102, part: 1 },
  deadline_last: { templateOf: () => 102, part: 2 },
  thank_you: { templateOf: () => 103, part: 1 },
}

/** Such an email lists the donor's other gifts with the same request. */
export const asksDonor = (name: DonorMailName): boolean => name !== 'thank_you' && name !== 'message'
