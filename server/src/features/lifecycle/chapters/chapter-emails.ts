import { chapterRequests, linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { organizationParameters, sanitizeName, systemEmailKind } from '../../email/system-emails/index.ts'

const nameText = z.string().transform(sanitizeName)

export const chapterEmails = {
  'chapter-asked': systemEmailKind('chapter-asked', {
    when: 'A nonprofit asks another one to become its chapter.',
    parameters: organizationParameters.extend({ parent: nameText, askedBy: nameText }),
    prepare: ({ parameters }) => ({
      about: { ...parameters, days: chapterRequests.requestDays },
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
  'chapter-joined': systemEmailKind('chapter-joined', {
    when: 'A chapter has joined: to its new parent.',
    parameters: organizationParameters.extend({ chapter: nameText }),
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
  'chapter-left': systemEmailKind('chapter-left', {
    when: 'A chapter has left, or was let go: to both sides.',
    parameters: organizationParameters.extend({
      other: nameText,
      isParent: z.boolean(),
      needsSetup: z.boolean().default(false),
    }),
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
} as const
