import { webhooks } from '@twofold/contract'
import { expect, it } from 'vitest'
import { describeDelivery, describeResponse, requestText } from './delivery-text.ts'

const delivery: webhooks.Delivery = {
  id: 1,
  message_id: 'msg_1',
  event: 'status',
  donation_id: 5,
  state: 'delivered',
  attempts: 1,
  response_code: 200,
  duration_ms: 84,
  problem: null,
  happened_at: '2026-06-15T14:00:00.000Z',
  tried_at: null,
  next_try_at: null,
  data: null,
  tries: [],
}

it('shows code and duration, or that there was no response', () => {
  expect(describeDelivery(delivery)).toEqual({ tone: 'good', state: '200 in 84 ms', event: 'Status Changes' })
  expect(describeDelivery({ ...delivery, state: 'failed', response_code: 410, duration_ms: 1840 }).state).toBe(
    '410 in 1.8 s',
  )
  expect(describeDelivery({ ...delivery, state: 'failed', response_code: null, duration_ms: null }).state).toBe(
    'Failed',
  )
  expect(describeDelivery({ ...delivery, state: 'queued', response_code: null, duration_ms: 15_000 }).state).toBe(
    'No response, waiting',
  )
  expect(describeDelivery({ ...delivery, state: 'queued', attempts: 0, response_code: null, event: 'test' })).toEqual({
    tone: 'waiting',
    state: 'Waiting',
    event: 'Test event',
  })
})

it('shows each attempt', () => {
  expect([describeResponse(503, 84), describeResponse(null, 15_000), describeResponse(null, null)]).toEqual([
    '503 in 84 ms',
    'No response after 15.0 s',
    'Not sent',
  ])
})

it('shows the request without secrets', () => {
  const text = requestText({ url: 'hooks.example.org/in' }, { ...delivery, data: webhooks.dataExample })
  expect(text).toMatch(/^POST hooks\.example\.org\/in\nwebhook-id: msg_1\n/)
  expect(text).toContain('"bearer_token": "•••"')
})
