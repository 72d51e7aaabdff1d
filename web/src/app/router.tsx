import { portalPath, publicScreens, redirectedPaths } from '@twofold/contract'
import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, redirectDocument, useLocation } from 'react-router'
import type { ScreenRoute } from '../shared/screen-route.ts'
import { Loading } from '../ui/spinner.tsx'
import { RouteError } from './route-error.tsx'
import { routes } from './routes.ts'

const loadComponent = (load: () => Promise<{ readonly default: ComponentType }>) => async () => ({
  Component: (await load()).default,
})

function routeOf(screen: ScreenRoute): RouteObject {
  const route = { path: screen.path, lazy: loadComponent(screen.load) }
  if (screen.frame !== 'organization') return route
  const { title, missing } = screen
  return {
    lazy: async () => {
      const { RequireOrganization } = await import('../shared/current-organization.tsx')
      return { element: <RequireOrganization title={title} {...(missing ? { missing } : {})} /> }
    },
    children: [route],
  }
}

const routesIn = (...frames: ScreenRoute['frame'][]): RouteObject[] =>
  routes.filter(({ frame }) => frames.includes(frame)).map(routeOf)

/** Public pages are a separate app, so their links load a new page. */
const publicRoutes: RouteObject[] = publicScreens.map((path) => ({
  path,
  loader: ({ request }) => redirectDocument(request.url),
}))

function RedirectTo({ to }: { to: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace />
}

export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <RouteError />,
      hydrateFallbackElement: <Loading className="min-h-dvh" />,
      children: [
        ...Object.entries(redirectedPaths).map(([path, to]) => ({ path, element: <RedirectTo to={to} /> })),
        ...routesIn('entrance'),
        ...publicRoutes,
        {
          lazy: loadComponent(() => import('../api/use-api.ts').then(({ QueryLayout }) => ({ default: QueryLayout }))),
          children: [
            {
              path: portalPath,
              lazy: loadComponent(() => import('./authenticated-layout.tsx')),
              children: [
                {
                  errorElement: <RouteError inside />,
                  children: [
                    ...routesIn('portal', 'organization'),
                    { path: '*', loader: () => Promise.reject(new Response(null, { status: 404 })) },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ])
