import { z } from 'zod'
import { hasNoUrl, hasVisibleText, nameWithoutUrlMessage } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { emailAddress, inOrganization, level, organizationPath, wireId } from '../shared/wire.ts'

export const memberMessages = {
  invalidEmail: 'Please enter a valid email address',
  nameless: 'No Name',
  alreadyMember: 'This person is already on your team. Change their permission in the list instead.',
  lastAdmin: 'Your organization needs at least one admin. Make someone else an admin first.',
  otherAdminsNotSignedIn: 'The other admins haven’t signed in yet. Try again once one of them has.',
  nameNeeded: 'Name is required',
  emailFixed: 'Only they can change their sign-in email. You can invite the new address, then remove the old one.',
  leavesCredentials: 'This person created API keys or webhooks. Revoke them or choose an admin to take them over.',
  takerNeeded: 'Choose another admin of this organization.',
  notRemoved: 'This person wasn’t removed in the last 30 days, or is already back on your team.',
  title: 'Enter a title, like Executive Director. It appears next to their signature.',
  titleLength: 'Use at most 100 characters',
  foreignName:
    'This person also belongs to another organization, so only they or our support team can change their name.',
} as const

export const levelLabels = {
  read: 'Can see everything except keys and billing.',
  write: 'Can also work on donations, uploads, reports, campaigns, templates and documents.',
  admin: 'Can also change the profile, users, keys, webhooks and billing.',
} as const

export const member = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().describe('empty for users of the parent organization'),
  level,
  last_seen_at: z.string().nullable().describe('last sign-in since the user joined; null if none'),
  invited_at: z.string().nullable().describe('time of the last invitation email; null if none'),
  may_sign: z.boolean().describe('whether the user signs company forms for the organization'),
  title: z.string().describe('job title, shown with the user’s signature'),
  through: z
    .object({ id: z.number(), name: z.string() })
    .nullable()
    .describe('parent organization, for users who have access through it; null for direct members'),
})
export type Member = z.infer<typeof member>

export const restoreDays = 30

export const removedMember = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  level,
  removed_at: z.string(),
})
export type RemovedMember = z.infer<typeof removedMember>

export const membersResponse = z.object({
  users: z.array(member),
  removed: z
    .array(removedMember)
    .describe('removed in the last 30 days, newest first; empty unless the caller is an admin'),
})

export const listMembers = route('GET', '/api/organization/{id}/user', {
  name: 'listMembers',
  summary: 'The users of an organization and their permission levels',
  access: 'read',
  ...inOrganization,
  response: membersResponse,
})

const personName = z
  .string()
  .trim()
  .max(100, 'Name must be less than 100 characters')
  .refine((name) => name === '' || hasVisibleText(name), memberMessages.nameNeeded)
  .refine(hasNoUrl, nameWithoutUrlMessage)

export const newMember = z.object({ email: emailAddress(memberMessages.invalidEmail), name: personName })

const credentials = z
  .union([z.literal('revoke'), wireId])
  .optional()
  .describe('for API keys and webhooks that the user created: `revoke`, or the ID of the admin who takes them over')

/** `user_id` changes a level. `email` adds a member. */
export const permission = z
  .object({
    org_id: wireId,
    user_id: wireId.optional(),
    email: emailAddress(memberMessages.invalidEmail).optional(),
    level: level.optional(),
    name: personName.optional(),
    credentials,
  })
  .refine(({ user_id, email }) => (user_id === undefined) !== (email === undefined), {
    message: memberMessages.invalidEmail,
    path: ['email'],
  })
  .refine(({ user_id, level }) => user_id === undefined || level !== undefined, {
    message: 'Choose a level: read, write or admin',
    path: ['level'],
  })

export const setPermission = route('POST', '/api/user/permission', {
  name: 'setPermission',
  summary:
    'Add a user by email, or change the level of a user. A lower level for a user who created API keys or webhooks returns 409 with a list unless `credentials` is set',
  access: 'admin',
  scope: 'body',
  body: permission,
  response: membersResponse,
})

const madeIn = z.object({ id: z.number(), name: z.string() })

export const leftCredentials = z.object({
  maker: z.object({ id: z.number(), name: z.string() }),
  api_keys: z.array(
    z.object({ id: z.number(), name: z.string(), last_used_at: z.string().nullable(), organization: madeIn }),
  ),
  webhooks: z.array(z.object({ id: z.number(), url: z.string(), organization: madeIn })),
})
export type LeftCredentials = z.infer<typeof leftCredentials>

export const removePermission = route('DELETE', '/api/user/permission', {
  name: 'removePermission',
  summary:
    'Remove a user from an organization. Access ends within a second. If the user created API keys or webhooks there, returns 409 with a list unless `credentials` is set',
  access: 'admin',
  scope: 'body',
  body: z.object({
    org_id: wireId,
    user_id: wireId,
    credentials,
  }),
  response: membersResponse,
})

export const updateUser = route('PUT', '/api/user/{userId}', {
  name: 'updateUser',
  summary: 'Rename a user who belongs only to this organization',
  access: 'admin',
  scope: 'body',
  params: z.object({ userId: wireId }),
  body: z.object({
    org_id: wireId,
    user_id: wireId.optional(),
    name: personName.min(1, memberMessages.nameNeeded),
    email: emailAddress(memberMessages.invalidEmail).optional(),
  }),
  response: membersResponse,
})

export const signer = z.object({
  may_sign: z.boolean(),
  title: z.string().trim().max(100, memberMessages.titleLength),
})
/** Returns whether a signer has a title; other people need none. */
export const hasRequiredTitle = ({ may_sign, title }: z.output<typeof signer>): boolean => !may_sign || title !== ''

export const setSigner = route('PUT', '/api/organization/{id}/user/{userId}/signer', {
  name: 'setSigner',
  summary: 'Set whether a user signs company forms for the organization, and their title',
  access: 'admin',
  scope: 'organization',
  params: organizationPath.extend({ userId: wireId }),
  body: signer.refine(hasRequiredTitle, { message: memberMessages.title, path: ['title'] }),
  response: membersResponse,
})

export const inviteAgain = route('POST', '/api/organization/{id}/user/{userId}/invitation', {
  name: 'inviteAgain',
  summary: 'Resend an invitation',
  access: 'admin',
  scope: 'organization',
  params: organizationPath.extend({ userId: wireId }),
  response: membersResponse,
})

export const restoreUser = route('POST', '/api/organization/{id}/user/{userId}/restore', {
  name: 'restoreUser',
  summary: 'Restore a removed user with their previous access; sends no email',
  access: 'admin',
  scope: 'organization',
  params: organizationPath.extend({ userId: wireId }),
  response: membersResponse,
})
