import { z } from 'zod'

/** `newestOnly`: a new link ends the subject's earlier ones. `detail`: data in addition to ids. */
export type LinkPurpose<Name extends string = string, Detail = unknown> = {
  readonly name: Name
  readonly minutes: number
  readonly newestOnly: boolean
  readonly detail: z.ZodType<Detail>
}

const purpose = <Name extends string, Detail>(
  name: Name,
  minutes: number,
  options: { readonly newestOnly?: true; readonly detail: z.ZodType<Detail> },
): LinkPurpose<Name, Detail> => ({ name, minutes, newestOnly: false, ...options })

const days = 24 * 60
const password = z.object({ organization: z.string().nullable(), invitedBy: z.string().nullable() })
export type PasswordDetail = z.infer<typeof password>

const step = z.object({ redirect: z.string().nullable(), challenge: z.string().nullable() })
export type StepDetail = z.infer<typeof step>

/** `code` and `browser` are digests; without `browser` the link works in every browser. */
const signIn = z.object({
  redirect: z.string(),
  code: z.string().nullable(),
  browser: z.string().nullable(),
  tries: z.int(),
})
export type SignInDetail = z.infer<typeof signIn>

/** Each link is a row of `links`, found by the digest of its token and deleted on use. */
export const links = {
  signIn: purpose('sign-in', 10, { newestOnly: true, detail: signIn }),
  resetPassword: purpose('reset-password', 60, { detail: password }),
  /** Invited people did not request the email and may find it after a weekend. */
  firstPassword: purpose('first-password', 3 * days, { detail: password }),
  confirmEmail: purpose('confirm-email', 60, { newestOnly: true, detail: z.object({ email: z.string() }) }),
  secondStep: purpose('second-step', 10, { detail: step }),
  setUp: purpose('setup', 10, { detail: step }),
  addPasskey: purpose('add-passkey', 10, { detail: step }),
  donorMatch: purpose('donor-match', 60, { detail: z.object({}) }),
  /** Asks the holder of the stored address whether another address may take over the match. */
  donorHandover: purpose('donor-handover', 7 * days, {
    newestOnly: true,
    detail: z.object({ email: z.string(), name: z.string() }),
  }),
  /** Long enough for a slow email, short enough for an unattended mailbox. */
  donorCopy: purpose('donor-copy', 30, { newestOnly: true, detail: z.object({}) }),
  donorErasure: purpose('donor-erasure', 30, { newestOnly: true, detail: z.object({}) }),
  /** A browser follows it without a bearer token, so the row fixes the file. */
  download: purpose('download', 1, {
    detail: z.object({
      of: z.string(),
      parameters: z.unknown(),
      key: z.object({ organizationId: z.int(), id: z.int() }).nullable(),
    }),
  }),
}
