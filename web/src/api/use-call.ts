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
import type { AnswerOf, RouteDefinition } from '@twofold/contract'
import { createElement } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from './api-error.ts'
import { call, type InputOf } from './call.ts'

const triesAfterFailure = 2

/** A refusal will not change by asking again; a lost connection or a restarting server may. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < triesAfterFailure && error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** So long an answer is shown again without asking. */
export const freshMs = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: freshMs, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * The layout of every screen that uses `useAnswer` or `useAction`; the login screen does without, and stays small. It stands here since a
 * file of its own would be half a kilobyte of headers on every such page.
 */
export const WithQueries = () => createElement(QueryClientProvider, { client: queryClient }, createElement(Outlet))

/** The cache's name of an answer; `[route.name]` alone names all answers of a route. */
export const answerKey = (route: RouteDefinition, input: { params?: unknown; query?: unknown; body?: unknown }) => [
  route.name,
  input.params ?? null,
  input.query ?? null,
  ...(input.body === undefined ? [] : [input.body]),
]

type AnswerOptions<Answer> = {
  /** Ask at all; `false` while something needed is not known yet. */
  enabled?: boolean
  /** Keeps the former page on the screen while the next one loads; `isPlaceholderData` is true meanwhile. */
  keepPrevious?: boolean
  staleMs?: number
  /** Ask again after this many ms, or `false` to stop: for jobs that are still running. */
  everyMs?: (answer: Answer | undefined) => number | false
}

/** What a route that only reads answers, cached: `const { data, error, isPending, refetch } = useAnswer(route, { params, query })`. */
export function useAnswer<R extends RouteDefinition>(
  route: R,
  input: InputOf<R>,
  { enabled = true, keepPrevious = false, staleMs, everyMs }: AnswerOptions<AnswerOf<R>> = {},
): UseQueryResult<AnswerOf<R>, Error> {
  return useQuery<AnswerOf<R>, Error>({
    queryKey: answerKey(route, input),
    queryFn: ({ signal }) => call(route, input, signal),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    ...(everyMs ? { refetchInterval: (query) => everyMs(query.state.data) } : {}),
  })
}

/**
 * A route that changes something: `const save = useAction(route, { refreshes: [listDonations] })`, then
 * `save.mutate(input)` or `await save.mutateAsync(input)`; `save.isPending` while it runs, `save.error` when refused.
 */
export function useAction<R extends RouteDefinition>(
  route: R,
  { refreshes = [] }: { refreshes?: readonly RouteDefinition[] } = {},
): UseMutationResult<AnswerOf<R>, Error, InputOf<R>> {
  const cache = useQueryClient()
  return useMutation<AnswerOf<R>, Error, InputOf<R>>({
    mutationFn: (input) => call(route, input),
    onSuccess: async () => {
      await Promise.all(refreshes.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })))
    },
  })
}
