import { routes as donor } from '../donor/index.ts'
import { routes as contact } from '../features/accounts/contact/index.ts'
import { routes as registration } from '../features/accounts/registration/index.ts'
import { publicRoutes as directory } from '../features/directory/company-editor/public-routes.ts'
import { routes as sentMails } from '../features/email/sent-mails/index.ts'
import { routes as faq } from '../features/public/faq/index.ts'
import { routes as publicMatch } from '../features/public/public-match/index.ts'
import type { ScreenRoute } from '../shared/screen-route.ts'

const all: readonly ScreenRoute[] = [
  ...contact,
  ...directory,
  ...faq,
  ...publicMatch,
  ...registration,
  ...donor,
  ...sentMails,
]

export const publicRoutes = all.filter((screen) => screen.frame === 'public')
