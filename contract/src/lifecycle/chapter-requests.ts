import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization, organizationPath, wireId } from '../shared/wire.ts'
import { requestsResponse } from './listed-chapter-requests.ts'

export * from './listed-chapter-requests.ts'

export const joiningMessages = {
  whoNeeded: 'Enter its ID, EIN or the email address of one of its admins',
  askedAlready: 'You already invited this organization. Wait for its answer or withdraw the request.',
  tooManyWaiting: 'Too many requests are open. Withdraw one before you send another.',
  notOfChapters: 'Chapters can’t have their own chapters. Only the parent organization can.',
  over: 'This request is no longer open.',
  onlyOwnAdmins: 'Only an admin of this organization can agree to this, not our support team.',
  hasChapters: 'This organization has chapters. They must leave before it can become a chapter.',
  parentIsChapter: 'The organization that invited you is now a chapter itself and can’t have chapters.',
  parentIsFull: 'The organization that invited you has reached its chapter limit.',
  nameTaken: 'The organization that invited you already has a chapter with your name. Change your name, then agree.',
  noChapter: 'This organization isn’t a chapter.',
  noOwnAdmin: 'This chapter needs its own admin first. Add one. Once they’ve signed in, you can release the chapter.',
  uploadRuns: 'The parent organization is uploading gifts. Try again in a minute.',
} as const

/** A request expires after this many days. */
export const requestDays = 30

export const askToJoin = route('POST', '/api/organization/{id}/chapter-request', {
  name: 'askToJoin',
  summary: 'Send a chapter request to an organization; the response does not reveal whether it exists',
  access: 'admin',
  ...inOrganization,
  body: z.object({
    organization: z
      .string(joiningMessages.whoNeeded)
      .trim()
      .min(1, joiningMessages.whoNeeded)
      .max(255, joiningMessages.whoNeeded)
      .describe('ID, EIN, or email address of an admin or the contact'),
  }),
  response: requestsResponse,
})

const oneRequest = organizationPath.extend({ requestId: wireId })

export const withdrawRequest = route('DELETE', '/api/organization/{id}/chapter-request/{requestId}', {
  name: 'withdrawRequest',
  summary: 'Withdraw a pending request',
  access: 'admin',
  scope: 'organization',
  params: oneRequest,
  response: requestsResponse,
})

export const answerRequest = route('POST', '/api/organization/{id}/chapter-request/{requestId}/answer', {
  name: 'answerRequest',
  summary: 'Accept or decline a request to become a chapter',
  access: 'admin',
  scope: 'organization',
  params: oneRequest,
  body: z.object({ accept: z.boolean() }),
  response: requestsResponse,
})

export const leaveParent = route('POST', '/api/organization/{id}/leave-parent', {
  name: 'leaveParent',
  summary: 'Leave the parent organization; the chapter keeps its own data',
  access: 'admin',
  ...inOrganization,
  response: z.object({ left: z.literal(true) }),
})
