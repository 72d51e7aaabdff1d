import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes } from 'react-router'
import type { ScreenRoute } from '../shared/screen-route.ts'
import { Loading } from '../ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { PublicPage } from './public-page.tsx'
import { publicRoutes } from './public-routes.ts'

type PublicScreen = { readonly path: string; readonly usesQueries: boolean; readonly Screen: ComponentType }
export type LoadedPublicScreens = { readonly screens: readonly PublicScreen[]; readonly QueryLayout: ComponentType }

const loadQueries: ScreenRoute['load'] = () =>
  import('../api/use-api.ts').then(({ QueryLayout }) => ({ default: QueryLayout }))

/** Loads the current address before rendering, so no spinner replaces the server-rendered page. */
export async function loadPublicScreens(path: string): Promise<LoadedPublicScreens> {
  const currentRoute = publicRoutes.find((route) => matchPath(route.path, path))
  // The screen retries a failed import and reports its error.
  const loadOrDefer = async (load: ScreenRoute['load'], isNeeded: boolean | undefined): Promise<ComponentType> =>
    (isNeeded && (await load().catch(() => null))?.default) || lazy(load)
  const [QueryLayout, ...screens] = await Promise.all([
    loadOrDefer(loadQueries, currentRoute?.asks),
    ...publicRoutes.map(async ({ path, load, asks = false }) => ({
      path,
      usesQueries: asks,
      Screen: await loadOrDefer(load, currentRoute?.path === path),
    })),
  ])
  return { QueryLayout, screens }
}

/** The data router with guards is three times as large as any of these pages. */
export function PublicApp({ parts }: { parts: LoadedPublicScreens }) {
  return (
    <Guarded>
      <BrowserRouter>
        <PublicScreens parts={parts} />
      </BrowserRouter>
    </Guarded>
  )
}

export function PublicScreens({ parts: { screens, QueryLayout } }: { parts: LoadedPublicScreens }) {
  const routesFor = (withQueries: boolean): ReactNode =>
    screens
      .filter(({ usesQueries }) => usesQueries === withQueries)
      .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />)
  return (
    // The boundary includes the frame: a footer rendered before its page would shift.
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Routes>
        <Route element={<PublicPage />}>
          {routesFor(false)}
          <Route element={<QueryLayout />}>{routesFor(true)}</Route>
        </Route>
        <Route path="*" element={<ToPortal />} />
      </Routes>
    </Suspense>
  )
}

/** The address belongs to the portal, which is a separate page. */
function ToPortal() {
  useEffect(() => location.reload(), [])
  return <Loading className="min-h-dvh" />
}

/** Only a class component can be an error boundary. */
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
        <ErrorPage error={this.state.error} />
      </BrowserRouter>
    )
  }
}
