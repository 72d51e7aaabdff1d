import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes } from 'react-router'
import type { ScreenRoute } from '../shared/screen-route.ts'
import { Loading } from '../ui/spinner.tsx'
import { BrokenScreen } from './broken-screen.tsx'
import { PublicPage } from './public-page.tsx'
import { publicRoutes } from './public-rooms.ts'

type Known = { readonly path: string; readonly asks: boolean; readonly Screen: ComponentType }
/** The screens, and what is around those that ask. */
export type PublicParts = { readonly known: readonly Known[]; readonly WithQueries: ComponentType }

const loadQueries: ScreenRoute['load'] = () =>
  import('../api/use-call.ts').then(({ WithQueries }) => ({ default: WithQueries }))

/** All that this address shows is here, and the rest comes when it is gone to: what the server drew is replaced whole, never by a wheel. */
export async function partsFor(path: string): Promise<PublicParts> {
  const shown = publicRoutes.find((route) => matchPath(route.path, path))
  // What cannot be fetched is tried again, and told, when it is drawn.
  const here = async (load: ScreenRoute['load'], wanted: boolean | undefined): Promise<ComponentType> =>
    (wanted && (await load().catch(() => null))?.default) || lazy(load)
  const [WithQueries, ...known] = await Promise.all([
    here(loadQueries, shown?.asks),
    ...publicRoutes.map(async ({ path, load, asks = false }) => ({
      path,
      asks,
      Screen: await here(load, shown?.path === path),
    })),
  ])
  return { WithQueries, known }
}

/**
 * The pages that anybody may open. The router is the plain one: the portal's, with data and guards, weighs three times as much
 * as any of these pages.
 */
export function PublicApp({ parts }: { parts: PublicParts }) {
  return (
    <Guarded>
      <BrowserRouter>
        <PublicScreens parts={parts} />
      </BrowserRouter>
    </Guarded>
  )
}

/** The same in the browser and where the server draws a page. */
export function PublicScreens({ parts: { known, WithQueries } }: { parts: PublicParts }) {
  const routesThat = (ask: boolean): ReactNode =>
    known
      .filter(({ asks }) => asks === ask)
      .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />)
  return (
    // Around the frame: a foot that stands there before its page would jump.
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Routes>
        <Route element={<PublicPage />}>
          {routesThat(false)}
          <Route element={<WithQueries />}>{routesThat(true)}</Route>
        </Route>
        <Route path="*" element={<ToPortal />} />
      </Routes>
    </Suspense>
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
