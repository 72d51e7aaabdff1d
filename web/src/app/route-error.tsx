import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  return <ErrorPage error={error} isNotFound={isRouteErrorResponse(error) && error.status === 404} inside={inside} />
}
