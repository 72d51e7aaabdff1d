import { chapterRequests, screens } from '@twofold/contract'
import { z } from 'zod'
import { asName, letterKind } from '../notifications/index.ts'

const name = z.string().transform(asName)

/** What the administrators of a family are told of it. */
export const chapterLetters = {
  'chapter-asked': letterKind('chapter-asked', {
    when: 'A nonprofit asks another one to become its chapter.',
    parameters: z.object({ organization: name, parent: name, askedBy: name }),
    prepare: ({ parameters }) => ({
      about: { ...parameters, days: chapterRequests.requestDays },
      path: screens.chapters,
    }),
  }),
  'chapter-joined': letterKind('chapter-joined', {
    when: 'A chapter has joined: to its new parent.',
    parameters: z.object({ organization: name, chapter: name }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.chapters }),
  }),
  'chapter-left': letterKind('chapter-left', {
    when: 'A chapter has left, or was let go: to both sides.',
    parameters: z.object({ organization: name, other: name, isParent: z.boolean() }),
    prepare: ({ parameters }) => ({ about: parameters, path: screens.chapters }),
  }),
} as const
