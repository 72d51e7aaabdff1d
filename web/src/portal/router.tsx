import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router'
import { donorRoutes } from '../donor/routes.ts'
import { paths } from '../shell/paths.ts'
import { Loading } from '../ui/spinner.tsx'
import { ErrorScreen } from './error-screen.tsx'

type Screen = () => Promise<{ default: ComponentType }>

/** A screen in a chunk of its own, fetched when somebody goes there. */
const screen = (load: Screen) => async () => ({ Component: (await load()).default })

/** The place of a screen that is not built yet. */
const later = (title: string, sentence: string) => async () => {
  const { LaterScreen } = await import('./later-screen.tsx')
  return { element: <LaterScreen title={title} sentence={sentence} /> }
}

/** Screens that work in one organization. */
const inOrganization = (title: string, children: RouteObject[], missing?: string): RouteObject => ({
  lazy: async () => {
    const { NeedsOrganization } = await import('../shell/current-organization.tsx')
    return { element: <NeedsOrganization title={title} {...(missing ? { missing } : {})} /> }
  },
  children,
})

const portalScreens: RouteObject[] = [
  { index: true, lazy: screen(() => import('../features/dashboard/dashboard-screen.tsx')) },
  inOrganization('Donations', [
    { path: 'donations', lazy: screen(() => import('../features/donations/donations-screen.tsx')) },
    { path: 'donations/uploads', lazy: screen(() => import('../features/imports/uploads-screen.tsx')) },
  ]),
  { path: 'account', lazy: screen(() => import('../features/auth/account-screen.tsx')) },
  { path: 'companies', lazy: screen(() => import('../features/companies/companies-screen.tsx')) },
  inOrganization('Reports', [{ path: 'reports', lazy: later('Reports', 'Reports are not built yet.') }]),
  { path: 'campaigns', lazy: later('Campaigns', 'Campaigns are not built yet.') },
  {
    path: 'email-templates',
    lazy: later(
      'Email Template Selection',
      'Email templates cannot be changed here yet: every mail uses its default text.',
    ),
  },
  inOrganization(
    'Email Customization',
    [
      {
        path: 'email-customization',
        lazy: later(
          'Email Customization',
          'Email templates cannot be changed here yet: every mail uses its default text.',
        ),
      },
    ],
    'Please Select an Organization From above',
  ),
  { path: 'integrations', lazy: screen(() => import('../features/integrations/integrations-screen.tsx')) },
  inOrganization('Webhooks', [
    { path: 'webhooks', lazy: screen(() => import('../features/webhooks/webhooks-screen.tsx')) },
  ]),
  {
    path: 'organization-details',
    lazy: screen(() => import('../features/organizations/details/organization-details-screen.tsx')),
  },
  inOrganization('Chapters', [
    { path: 'chapters', lazy: screen(() => import('../features/chapters/chapters-screen.tsx')) },
  ]),
  inOrganization('Audit Trail', [{ path: 'audit', lazy: screen(() => import('../features/audit/audit-screen.tsx')) }]),
  { path: 'review', lazy: screen(() => import('../features/review/review-screen.tsx')) },
  { path: 'billing', lazy: later('Billing', 'Plans and billing are not built yet.') },
  { path: 'widget-guide', lazy: screen(() => import('../features/widget-guide/widget-guide-screen.tsx')) },
  {
    path: 'stripe-setup',
    lazy: screen(() => import('../features/stripe-setup/stripe-setup-screen.tsx')),
  },
  // Inside of the frame, so that the way on is beside it.
  { path: '*', loader: () => Promise.reject(new Response(null, { status: 404 })) },
]

const entrances: RouteObject[] = [
  { path: paths.login, lazy: screen(() => import('../features/auth/login-screen.tsx')) },
  { path: paths.magicLink, lazy: screen(() => import('../features/auth/magic-link-screen.tsx')) },
  { path: paths.confirmEmail, lazy: screen(() => import('../features/auth/confirm-email-screen.tsx')) },
  { path: paths.resetPassword, lazy: screen(() => import('../features/auth/reset-password-screen.tsx')) },
]

const publicScreens: RouteObject = {
  lazy: screen(() => import('./public-page.tsx')),
  children: [
    {
      path: paths.publicCompanies,
      lazy: screen(() => import('../features/companies/public-companies-screen.tsx')),
    },
    { path: paths.register, lazy: screen(() => import('../features/registration/registration-screen.tsx')) },
    { path: paths.faq, lazy: screen(() => import('../features/faq/faq-screen.tsx')) },
    { path: paths.contact, lazy: screen(() => import('../features/contact/contact-screen.tsx')) },
    { path: '/match/:name', lazy: screen(() => import('../features/public-match/match-screen.tsx')) },
    { path: '/preview-notification/:id', lazy: later('Notification preview', 'The preview is not built yet.') },
  ],
}

/** An address of old or of a mail that lives elsewhere now; what follows the question mark goes along. */
function Moved({ to }: { to: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace />
}

export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <Loading className="min-h-dvh" />,
      children: [
        { path: '/', element: <Moved to={paths.dashboard} /> },
        { path: '/login', element: <Moved to={paths.login} /> },
        { path: '/email-templates', element: <Moved to={paths.emailTemplates} /> },
        ...entrances,
        {
          lazy: screen(() => import('../api/with-queries.tsx')),
          children: [
            publicScreens,
            ...donorRoutes,
            {
              path: '/portal',
              lazy: screen(() => import('./signed-in.tsx')),
              children: [{ errorElement: <ErrorScreen inside />, children: portalScreens }],
            },
          ],
        },
      ],
    },
  ])
