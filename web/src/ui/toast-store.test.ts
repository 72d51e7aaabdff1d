import { expect, it } from 'vitest'
import { createToasts, toastRules } from './toast-store.ts'

function withClock() {
  const waiting: { run: () => void; ms: number }[] = []
  const toasts = createToasts((run, ms) => waiting.push({ run, ms }))
  return { toasts, waiting }
}

it('shows one toast at a time, the newest', () => {
  const { toasts } = withClock()
  toasts.add({ title: 'first' })
  toasts.add({ title: 'second' })
  expect(toasts.all().map(({ title }) => title)).toEqual(['second'])
})

it('replaces the current toast with a new one of any kind', () => {
  const { toasts } = withClock()
  toasts.add({ title: 'Login Failed', destructive: true })
  toasts.add({ title: 'Login Successful' })
  expect(toasts.all().map(({ title }) => title)).toEqual(['Login Successful'])
  const newest = toasts.add({ title: 'Failed to add user', destructive: true })
  expect(toasts.all()).toMatchObject([{ id: newest, open: true }])
  toasts.dismiss(newest)
  expect(toasts.all()).toMatchObject([{ id: newest, open: false }])
})

it('keeps a dismissed toast for 1,000,000 ms, closed, then removes it', () => {
  const { toasts, waiting } = withClock()
  const id = toasts.add({ title: 'Logged out' })
  toasts.dismiss(id)
  toasts.dismiss(id)
  expect(toasts.all()).toEqual([{ id, title: 'Logged out', open: false }])
  expect(waiting.map(({ ms }) => ms)).toEqual([1_000_000])
  waiting[0]?.run()
  expect(toasts.all()).toEqual([])
})

it('notifies its listeners of every change, and stops when they unsubscribe', () => {
  const { toasts } = withClock()
  let heard = 0
  const leave = toasts.subscribe(() => {
    heard += 1
  })
  const id = toasts.add({ title: 'Saved' })
  toasts.dismiss(id)
  leave()
  toasts.add({ title: 'unheard' })
  expect(heard).toBe(2)
})

it('uses the spec’s values', () => {
  expect(toastRules).toEqual({ limit: 1, durationMs: 5000, removeAfterMs: 1_000_000, swipePx: 50, hotkey: 'F8' })
})
