import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

/** A list of its own: the public app contains these screens only. */
export const publicRoutes: readonly ScreenRoute[] = [
  {
    path: screens.publicCompanies,
    frame: 'public',
    asks: true,
    load: () => import('./companies/public-companies-screen.tsx'),
  },
]

export const routes: readonly ScreenRoute[] = [
  ...publicRoutes,
  { path: screens.companies, frame: 'portal', load: () => import('./companies/companies-screen.tsx') },
  {
    path: screens.company,
    frame: 'organization',
    title: 'Company',
    load: () => import('./companies/company-screen.tsx'),
  },
  { path: screens.directory, frame: 'portal', load: () => import('./editor/directory-screen.tsx') },
  { path: screens.directoryCompany, frame: 'portal', load: () => import('./editor/company-screen.tsx') },
  { path: screens.directoryForm, frame: 'portal', load: () => import('./company-forms/company-form-screen.tsx') },
  { path: screens.review, frame: 'portal', load: () => import('./review/review-screen.tsx') },
]
