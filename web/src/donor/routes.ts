import type { RouteObject } from 'react-router'

/**
 * The pages of donors that need the app. The page behind a mail's button is served whole by the server, so that it works on
 * any phone and without scripts: server/src/features/donor-pages.
 */
export const donorRoutes: RouteObject[] = [
  {
    path: '/donor-match-update/:matchId',
    lazy: async () => ({ Component: (await import('./edit-match-page.tsx')).default }),
  },
]
