import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ResponseOf, RouteDefinition } from '@twofold/contract'
import { createElement } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from './api-error.ts'
import { call, type InputOf } from './client.ts'
import { failures } from './failures.ts'

const triesAfterFailure = 2

/** Retries only lost connections and a restarting server. Refusals do not change on retry. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < triesAfterFailure && error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** A cached response younger than this is reused without a request. */
export const freshMs = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: freshMs, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Layout route for screens that use the query hooks. The login screen omits it to stay small. */
export const QueryLayout = () => createElement(QueryClientProvider, { client: queryClient }, createElement(Outlet))

export const queryKeyOf = (route: RouteDefinition, input: { params?: unknown; query?: unknown; body?: unknown }) => [
  route.name,
  input.params ?? null,
  input.query ?? null,
  ...(input.body === undefined ? [] : [input.body]),
]

type ApiQueryOptions<Answer> = {
  enabled?: boolean
  /** Keeps the previous page visible while the next one loads; `isPlaceholderData` is true in the meantime. */
  keepPrevious?: boolean
  staleMs?: number
  /** Polling interval in ms, or `false` to stop. */
  everyMs?: (answer: Answer | undefined) => number | false
}

export function useApiQuery<R extends RouteDefinition>(
  route: R,
  input: InputOf<R>,
  { enabled = true, keepPrevious = false, staleMs, everyMs }: ApiQueryOptions<ResponseOf<R>> = {},
): UseQueryResult<ResponseOf<R>, Error> {
  return useQuery<ResponseOf<R>, Error>({
    queryKey: queryKeyOf(route, input),
    queryFn: ({ signal }) => call(route, input, signal),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    ...(everyMs ? { refetchInterval: (query) => everyMs(query.state.data) } : {}),
  })
}

/** `const save = useApiMutation(route, { refreshes: [listDonations] })`, then `save.mutate(input)`. */
export function useApiMutation<R extends RouteDefinition>(
  route: R,
  {
    refreshes = [],
    failed,
  }: {
    refreshes?: readonly RouteDefinition[]
    /** Title of the toast after a failure. */
    failed?: string
  } = {},
): UseMutationResult<ResponseOf<R>, Error, InputOf<R>> {
  const cache = useQueryClient()
  return useMutation<ResponseOf<R>, Error, InputOf<R>>({
    mutationFn: (input) => call(route, input),
    onSuccess: async () => {
      await Promise.all(refreshes.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })))
    },
    ...(failed ? { onError: (error: Error) => failures.show(failed, error) } : {}),
  })
}
