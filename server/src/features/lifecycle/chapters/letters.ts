import { chapterRequests, linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { asName, letterKind, organizationOfLetter } from '../../email/notifications/index.ts'

const name = z.string().transform(asName)

/** Letters to the administrators of parents and chapters. */
export const chapterLetters = {
  'chapter-asked': letterKind('chapter-asked', {
    when: 'A nonprofit asks another one to become its chapter.',
    parameters: organizationOfLetter.extend({ parent: name, askedBy: name }),
    prepare: ({ parameters }) => ({
      about: { ...parameters, days: chapterRequests.requestDays },
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
  'chapter-joined': letterKind('chapter-joined', {
    when: 'A chapter has joined: to its new parent.',
    parameters: organizationOfLetter.extend({ chapter: name }),
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
  'chapter-left': letterKind('chapter-left', {
    when: 'A chapter has left, or was let go: to both sides.',
    parameters: organizationOfLetter.extend({
      other: name,
      isParent: z.boolean(),
      needsSetup: z.boolean().default(false),
    }),
    prepare: ({ parameters }) => ({
      about: parameters,
      path: linkTo(screens.chapters, { in: parameters.organizationId }),
    }),
  }),
} as const
