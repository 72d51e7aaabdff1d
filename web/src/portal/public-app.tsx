import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { Loading } from '../ui/spinner.tsx'
import { BrokenScreen } from './broken-screen.tsx'
import { PublicPage } from './public-page.tsx'
import { publicRoutes } from './public-rooms.ts'

const WithQueries = lazy(() => import('../api/with-queries.tsx'))
const known = publicRoutes.map(({ path, load, asks = false }) => ({ path, asks, Screen: lazy(load) }))

const routesThat = (ask: boolean): ReactNode =>
  known
    .filter(({ asks }) => asks === ask)
    .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />)

/**
 * The pages that anybody may open. The router is the plain one: the portal's, with data and guards, weighs three times as much
 * as any of these pages.
 */
export function PublicApp() {
  return (
    <Guarded>
      <BrowserRouter>
        {/* Around the frame: a foot that stands there before its page would jump. */}
        <Suspense fallback={<Loading className="min-h-dvh" />}>
          <Routes>
            <Route element={<PublicPage />}>
              {routesThat(false)}
              <Route element={<WithQueries />}>{routesThat(true)}</Route>
            </Route>
            <Route path="*" element={<ToPortal />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </Guarded>
  )
}

/** The address is the portal's, which is another page. */
function ToPortal() {
  useEffect(() => location.reload(), [])
  return <Loading className="min-h-dvh" />
}

/** Only a class can catch what breaks below it. */
class Guarded extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <BrowserRouter>
        <BrokenScreen error={this.state.error} />
      </BrowserRouter>
    )
  }
}
