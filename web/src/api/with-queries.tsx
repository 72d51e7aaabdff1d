import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from './use-call.ts'

/** The layout of every screen that uses `useAnswer` or `useAction`; the login screen does without, and stays small. */
export default function WithQueries() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
