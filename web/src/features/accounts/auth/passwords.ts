import { auth } from '@twofold/contract'
import { z } from 'zod'
import { ApiError, isWordless, messageOf } from '../../../api/api-error.ts'

/** The one field of the dialog, under a name of its own: the page behind it has an `email` already. */
export const forgotWords = z.object({ forgotten: auth.forgotForm.shape.email })

/** What to say when a reset mail could not be asked for, and whether it is about what was typed. */
export function forgotFailure(error: unknown): { title: string; message: string; field: boolean } {
  const { forgotFailedTitle, forgotFailed, invalidEmailTitle, invalidEmailToReset } = auth.messages
  if (!(error instanceof ApiError)) return { title: forgotFailedTitle, message: forgotFailed, field: false }
  if (error.fields.email) return { title: invalidEmailTitle, message: invalidEmailToReset, field: true }
  // How long to wait is the one thing that the general sentence would hide.
  const message = error.code === 'too_many_requests' ? messageOf(error) : forgotFailed
  return { title: forgotFailedTitle, message, field: false }
}

/** The server's sentence, or the spec's when it said none. */
export const resetFailure = (error: unknown): string =>
  error instanceof ApiError && !isWordless(error) ? error.message : auth.messages.resetFailed

/** Of a link without anything in it. */
export const linkIncomplete =
  'Part of this link is missing: your email app may have cut it off. Open it again from the email, or request a new one.'

/** A link that the server will never take, so that the form is of no use any more. */
export const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'gone'
