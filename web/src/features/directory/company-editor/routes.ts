import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'
import { publicRoutes } from './public-routes.ts'

export const routes: readonly ScreenRoute[] = [
  ...publicRoutes,
  { path: screens.companies, frame: 'portal', load: () => import('./companies/companies-screen.tsx') },
  { path: screens.company, frame: 'portal', load: () => import('./companies/company-screen.tsx') },
  { path: screens.directory, frame: 'portal', load: () => import('./editor/directory-screen.tsx') },
  { path: screens.directoryCompany, frame: 'portal', load: () => import('./editor/company-screen.tsx') },
  { path: screens.directoryForm, frame: 'portal', load: () => import('./company-forms/company-form-screen.tsx') },
  { path: screens.review, frame: 'portal', load: () => import('./review/review-screen.tsx') },
]
