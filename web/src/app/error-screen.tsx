import { isRouteErrorResponse, useRouteError } from 'react-router'
import { BrokenScreen } from './broken-screen.tsx'

/** What the router shows for an unknown address and for a screen that broke. */
export function ErrorScreen({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  return <BrokenScreen error={error} unknown={isRouteErrorResponse(error) && error.status === 404} inside={inside} />
}
