import type { RouteObject } from 'react-router'

/** The pages a donor reaches from a mail: public, without the portal around them. */
export const donorRoutes: RouteObject[] = [
  {
    path: '/gift/:token',
    lazy: async () => ({ Component: (await import('./donor-page.tsx')).default }),
  },
  {
    path: '/donor-match-update/:matchId',
    lazy: async () => ({ Component: (await import('./edit-match-page.tsx')).default }),
  },
]
