import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { queryKeyOf } from '../../../api/use-api.ts'
import { initialListState, type ListState, listQueryOf } from './list-state.ts'

const today = '2026-11-20'

function createSlowServer() {
  const waiting = new Map<string, (found: string) => void>()
  return {
    ask: (donor: string) => new Promise<string>((answer) => waiting.set(donor, answer)),
    answer: (donor: string) => waiting.get(donor)?.(`gifts of ${donor}`),
  }
}

it('shows the response to the latest request, even if an older one arrives later', async () => {
  const server = createSlowServer()
  const client = new QueryClient()
  const asking = (state: ListState) => ({
    queryKey: queryKeyOf(donations.listDonations, { params: { id: 1 }, query: listQueryOf(state, today) }),
    queryFn: () => server.ask(state.donor),
  })
  const list = new QueryObserver(client, asking({ ...initialListState, donor: 'ma' }))
  const shown: unknown[] = []
  const stop = list.subscribe(({ data }) => shown.push(data))

  list.setOptions(asking({ ...initialListState, donor: 'maria' }))
  server.answer('maria')
  await expect.poll(() => shown.at(-1)).toBe('gifts of maria')
  server.answer('ma')
  await expect
    .poll(() => client.getQueryData(asking({ ...initialListState, donor: 'ma' }).queryKey))
    .toBe('gifts of ma')
  expect(shown.at(-1)).toBe('gifts of maria')
  expect(shown).not.toContain('gifts of ma')
  stop()
  client.clear()
})
