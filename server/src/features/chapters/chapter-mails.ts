import { chapterRequests, screens } from '@twofold/contract'
import { z } from 'zod'
import type { Letter } from '../../platform/mail/letter.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'

const name = (text: string) => oneLine(text, 120)
const whyAdmin = (organization: string) =>
  `You get this mail because you are an administrator of ${name(organization)} at Twofold.`
const openChapters = (publicUrl: string) => ({ label: 'Open the portal', link: `${publicUrl}${screens.chapters}` })

const asked = z.object({ organization: z.string(), parent: z.string(), askedBy: z.string() })
const answered = z.object({ organization: z.string(), chapter: z.string() })
const left = z.object({ organization: z.string(), other: z.string(), isParent: z.boolean() })

const shutDoors =
  'API keys that they made or have seen are deleted, and webhooks to an address of theirs are switched off. ' +
  'Look through your users and notification e-mails: whom they added there stays.'

/** What these mails say of one family; the queue is that of mails about accounts. */
export const chapterMails = {
  'chapter-asked': (parameters: unknown, publicUrl: string): Letter => {
    const { organization, parent, askedBy } = asked.parse(parameters)
    return {
      subject: `${name(parent)} asks you to become its chapter`,
      heading: `A chapter of ${name(parent)}?`,
      before: [
        `${name(askedBy)} of ${name(parent)} asks whether ${name(organization)} wants to become its chapter.`,
        'If you agree, its people see and work on your gifts, donors, lists and settings with the level they have there, ' +
          'its API keys and webhooks hear of your gifts, and your fees are billed to it. You keep your own people, and can leave again.',
        `Nothing of yours is shown to them before you agree. The request is open for ${chapterRequests.requestDays} days.`,
      ],
      button: openChapters(publicUrl),
      after: 'If you do not know them, decline, or leave this mail alone: then nothing changes.',
      why: whyAdmin(organization),
    }
  },
  'chapter-joined': (parameters: unknown, publicUrl: string): Letter => {
    const { organization, chapter } = answered.parse(parameters)
    return {
      subject: `${name(chapter)} is now a chapter of ${name(organization)}`,
      heading: 'You have a new chapter',
      before: [
        `${name(chapter)} has agreed. Your people can work in it now, and your lists and sums hold its gifts, the earlier ones too.`,
      ],
      button: openChapters(publicUrl),
      why: whyAdmin(organization),
    }
  },
  'chapter-left': (parameters: unknown, publicUrl: string): Letter => {
    const { organization, other, isParent } = left.parse(parameters)
    return {
      subject: isParent
        ? `${name(other)} is no longer a chapter of ${name(organization)}`
        : `${name(organization)} is no longer a chapter of ${name(other)}`,
      heading: isParent ? 'A chapter has gone its own way' : 'You are on your own now',
      before: [
        isParent
          ? `${name(other)} keeps its gifts, donors and settings. Your lists and sums no longer hold them, and its fees are no longer billed to you.`
          : `You keep your gifts, donors, people and settings. The people of ${name(other)} no longer see them, and no longer pay your fees: look at Billing.`,
        ...(isParent ? [] : [shutDoors]),
      ],
      button: openChapters(publicUrl),
      why: whyAdmin(organization),
    }
  },
} as const
