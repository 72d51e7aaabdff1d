import { auth } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { beginSession } from '../../../shared/begin-session.ts'
import { errorsOf } from '../../../shared/form.ts'
import { toasts } from '../../../ui/toast-store.ts'
import { emailRedirectOf, landingPathOf, loginFailure, pathAfterLogin } from './sign-in.ts'

describe('after signing in', () => {
  it.each([
    [{ from: '/portal/donations?page=2#row' }, '/portal/donations?page=2#row'],
    [{ from: '/portal' }, '/portal'],
    [{ from: '//evil.example/portal' }, '/portal/'],
    [{ from: '/portalevil' }, '/portal/'],
    [{ from: 7 }, '/portal/'],
    [null, '/portal/'],
    [undefined, '/portal/'],
  ])('%j leads to %s', (state, path) => {
    expect(pathAfterLogin(state)).toBe(path)
  })
})

it('does not welcome back a first-time user', () => {
  const token = `a.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: '1' }))}.c`
  const me = { id: 1, email: 'robin@example.org', name: 'Robin Hale', globalPermission: null, orgs: [] }
  const greeting = () => toasts.all()[0]?.description
  beginSession({ access_token: token, me }, true)
  expect(greeting()).toBe('Welcome, Robin Hale!')
  beginSession({ access_token: token, me })
  expect(greeting()).toBe('Welcome back, Robin Hale!')
})

it('support starts at the review queue unless another place was requested', () => {
  const user = { id: 1, email: 's@twofold.example', name: 'Sam' }
  const tokenOf = (globalPermission: string | null) =>
    `a.${btoa(JSON.stringify({ exp: 1, sub: '1', user: { ...user, globalPermission } }))}.c`
  expect(landingPathOf('/portal/', tokenOf('super'))).toBe('/portal/review')
  expect(landingPathOf('/portal', tokenOf('super'))).toBe('/portal/review')
  expect(landingPathOf('/portal/reports', tokenOf('super'))).toBe('/portal/reports')
  expect(landingPathOf('/portal/', tokenOf(null))).toBe('/portal/')
  expect(landingPathOf('/portal/', 'no token')).toBe('/portal/')
})

it('puts the remembered place into the emailed link if the server accepts it', () => {
  expect(emailRedirectOf('/portal/')).toBe('/portal')
  expect(emailRedirectOf('/portal/donations?page=2')).toBe('/portal/donations?page=2')
  expect(emailRedirectOf('/portal/donations?q="<x>')).toBe('/portal')
})

describe('the form', () => {
  it('shows the spec’s error messages', () => {
    expect(errorsOf(auth.loginForm, { email: 'nobody', password: '12345' })).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    })
    expect(errorsOf(auth.loginForm, { email: ' zoe@riverbend.example ', password: '123456' })).toEqual({})
  })
  it('has a default message for a failure without one', () => {
    expect(loginFailure(new Error('Network error. Please check your connection.'))).toMatch(/^Network error/)
    expect(loginFailure(undefined)).toBe('Login failed. Please try again.')
  })
})
