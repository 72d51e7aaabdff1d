import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'

/** An existing organization joins another one as a chapter if an admin of each agrees, and can leave again. */

export const joiningMessages = {
  whoNeeded: 'Enter its ID, EIN or the email address of one of its admins',
  askedAlready: 'You already asked this one. Wait for the answer, or withdraw the request first.',
  tooManyWaiting: 'Too many requests are waiting for an answer. Withdraw one before you ask again.',
  notOfChapters: 'A chapter cannot have chapters of its own. Its parent organization can.',
  over: 'This request is not open any more.',
  onlyTheirs: 'Only an admin of this organization can agree to this, not our support.',
  hasChapters: 'This organization has chapters of its own. They have to leave before it can become a chapter.',
  parentIsChapter: 'The organization that asked has become a chapter itself and cannot have chapters.',
  parentIsFull: 'The organization that asked has as many chapters as there may be.',
  nameTaken: 'The organization that asked has a chapter of your name already. Change your name first, then agree.',
  noChapter: 'This organization is not a chapter.',
  nobodyLeft:
    'Nobody would be left to run this chapter. Add a user with admin access to it first. Once they have signed in, it can be released.',
  uploadRuns: 'The parent organization is uploading gifts right now. Please try again in a minute.',
} as const

/** Days until a request expires. */
export const requestDays = 30

export const sentRequest = z.object({
  id: z.number(),
  asked_for: z.string().describe('requested organization as entered; its identity is not revealed before it agrees'),
  state: z.enum(['waiting', 'accepted', 'declined', 'withdrawn', 'expired']),
  asked_at: z.string(),
  chapter: z.object({ id: z.number(), name: z.string() }).nullable().describe('organization that agreed; null before'),
})
export type SentRequest = z.infer<typeof sentRequest>

export const receivedRequest = z.object({
  id: z.number(),
  parent: z.object({ id: z.number(), name: z.string(), ein: z.string(), city: z.string(), state: z.string() }),
  asked_by: z.string(),
  asked_at: z.string(),
  expires_at: z.string(),
})
export type ReceivedRequest = z.infer<typeof receivedRequest>

const requestsAnswer = z.object({
  sent: z.array(sentRequest).describe('the last 50, newest first'),
  received: z.array(receivedRequest).describe('pending requests'),
})

export const listChapterRequests = route({
  name: 'listChapterRequests',
  method: 'GET',
  path: '/api/organization/{id}/chapter-request',
  summary: 'Sent and received chapter requests of an organization',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  answer: requestsAnswer,
})

export const askToJoin = route({
  name: 'askToJoin',
  method: 'POST',
  path: '/api/organization/{id}/chapter-request',
  summary: 'Send a chapter request to an organization; the response does not reveal whether it exists',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  body: z.object({
    organization: z
      .string(joiningMessages.whoNeeded)
      .trim()
      .min(1, joiningMessages.whoNeeded)
      .max(255, joiningMessages.whoNeeded)
      .describe('ID, EIN, or email address of an admin or the contact'),
  }),
  answer: requestsAnswer,
})

const oneRequest = organizationPath.extend({ requestId: wireId })

export const withdrawRequest = route({
  name: 'withdrawRequest',
  method: 'DELETE',
  path: '/api/organization/{id}/chapter-request/{requestId}',
  summary: 'Withdraw a pending request',
  who: 'admin',
  within: 'organization',
  params: oneRequest,
  answer: requestsAnswer,
})

export const answerRequest = route({
  name: 'answerRequest',
  method: 'POST',
  path: '/api/organization/{id}/chapter-request/{requestId}/answer',
  summary: 'Accept or decline a request to become a chapter',
  who: 'admin',
  within: 'organization',
  params: oneRequest,
  body: z.object({ accept: z.boolean() }),
  answer: requestsAnswer,
})

export const leaveParent = route({
  name: 'leaveParent',
  method: 'POST',
  path: '/api/organization/{id}/leave-parent',
  summary: 'Leave the parent organization; the chapter keeps its own data',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  answer: z.object({ left: z.literal(true) }),
})
