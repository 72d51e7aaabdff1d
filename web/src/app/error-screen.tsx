import { isRouteErrorResponse, useRouteError } from 'react-router'
import { BrokenScreen } from './broken-screen.tsx'

/** Router error element for unknown addresses and failed screens. */
export function ErrorScreen({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  return <BrokenScreen error={error} unknown={isRouteErrorResponse(error) && error.status === 404} inside={inside} />
}
