import { auth } from '@twofold/contract'
import { z } from 'zod'
import { ApiError, hasDefaultMessage, messageOf } from '../../../api/api-error.ts'

/** The name differs from `email`, which the page behind the dialog uses. */
export const forgotPasswordForm = z.object({ forgotten: auth.forgotForm.shape.email })

/** `field` is true if the typed address caused the failure. */
export function forgotFailure(error: unknown): { title: string; message: string; field: boolean } {
  const { forgotFailedTitle, forgotFailed, invalidEmailTitle, invalidEmailToReset } = auth.messages
  if (!(error instanceof ApiError)) return { title: forgotFailedTitle, message: forgotFailed, field: false }
  if (error.fields.email) return { title: invalidEmailTitle, message: invalidEmailToReset, field: true }
  // The default message would hide how long to wait.
  const message = error.code === 'too_many_requests' ? messageOf(error) : forgotFailed
  return { title: forgotFailedTitle, message, field: false }
}

export const resetFailure = (error: unknown): string =>
  error instanceof ApiError && !hasDefaultMessage(error) ? error.message : auth.messages.resetFailed

export const incompleteLinkMessage =
  'Part of this link is missing: your email app may have cut it off. Open it again from the email, or request a new one.'

/** The server will never accept the link again. */
export const isExpiredLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'gone'
