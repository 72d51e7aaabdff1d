import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes } from 'react-router'
import type { ScreenRoute } from '../shared/screen-route.ts'
import { Loading } from '../ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { PublicPage } from './public-page.tsx'
import { publicRoutes } from './public-routes.ts'

type Known = { readonly path: string; readonly asks: boolean; readonly Screen: ComponentType }
export type LoadedPublicScreens = { readonly known: readonly Known[]; readonly QueryLayout: ComponentType }

const loadQueries: ScreenRoute['load'] = () =>
  import('../api/use-api.ts').then(({ QueryLayout }) => ({ default: QueryLayout }))

/** Loads the current address before rendering, so no spinner replaces the server-rendered page. */
export async function loadPublicScreens(path: string): Promise<LoadedPublicScreens> {
  const shown = publicRoutes.find((route) => matchPath(route.path, path))
  // The screen retries a failed import and reports its error.
  const here = async (load: ScreenRoute['load'], wanted: boolean | undefined): Promise<ComponentType> =>
    (wanted && (await load().catch(() => null))?.default) || lazy(load)
  const [QueryLayout, ...known] = await Promise.all([
    here(loadQueries, shown?.asks),
    ...publicRoutes.map(async ({ path, load, asks = false }) => ({
      path,
      asks,
      Screen: await here(load, shown?.path === path),
    })),
  ])
  return { QueryLayout, known }
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

export function PublicScreens({ parts: { known, QueryLayout } }: { parts: LoadedPublicScreens }) {
  const routesThat = (ask: boolean): ReactNode =>
    known
      .filter(({ asks }) => asks === ask)
      .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />)
  return (
    // The boundary includes the frame: a footer rendered before its page would shift.
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Routes>
        <Route element={<PublicPage />}>
          {routesThat(false)}
          <Route element={<QueryLayout />}>{routesThat(true)}</Route>
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
