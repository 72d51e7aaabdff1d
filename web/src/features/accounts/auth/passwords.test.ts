import { auth } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { errorsOf } from '../../../shared/form.ts'
import { forgotFailure, forgotPasswordForm, isExpiredLink, resetFailure } from './passwords.ts'

describe('the reset form', () => {
  it('shows the spec’s error messages', () => {
    expect(errorsOf(auth.resetForm, { password: '12345', confirmPassword: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Password must be at least 6 characters',
    })
    expect(errorsOf(auth.resetForm, { password: '123456', confirmPassword: '1234567' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
    expect(errorsOf(auth.resetForm, { password: 'river otter', confirmPassword: 'river otter' })).toEqual({})
  })
  it('shows the server’s message, or the spec’s default', () => {
    const gone = new ApiError({ code: 'gone', status: 410, message: 'Used.' })
    expect(resetFailure(gone)).toBe('Used.')
    expect(isExpiredLink(gone)).toBe(true)
    expect(resetFailure(undefined)).toBe('Password reset failed. The link may have expired. Please try again.')
    expect(isExpiredLink(new ApiError({ code: 'invalid', message: 'x' }))).toBe(false)
  })
})

describe('the forgot dialog', () => {
  it.each(['', '   ', 'nobody'])('refuses %j', (forgotten) => {
    expect(errorsOf(forgotPasswordForm, { forgotten })).toEqual({ forgotten: 'Please enter a valid email address.' })
  })
  it('has a title and a message for each failure', () => {
    const failed = { title: 'Request Failed', message: 'Unable to process your request. Please try again later.' }
    expect(forgotFailure(new Error('x'))).toMatchObject(failed)
    expect(forgotFailure(new ApiError({ code: 'unexpected', message: 'x', status: 500 }))).toMatchObject(failed)
    const refused = new ApiError({ code: 'invalid', message: 'x', fields: { email: 'x' } })
    expect(forgotFailure(refused)).toEqual({
      title: 'Invalid Email',
      message: 'Please enter a valid email address.',
      field: true,
    })
  })
})
