import { routes as donor } from '../donor/index.ts'
import { routes as contact } from '../features/contact/index.ts'
import { publicRoutes as directory } from '../features/directory/public-routes.ts'
import { routes as faq } from '../features/faq/index.ts'
import { routes as publicMatch } from '../features/public-match/index.ts'
import { routes as registration } from '../features/registration/index.ts'
import { routes as sentMails } from '../features/sent-mails/index.ts'
import type { ScreenRoute } from '../shell/screen-route.ts'

const all: readonly ScreenRoute[] = [
  ...contact,
  ...directory,
  ...faq,
  ...publicMatch,
  ...registration,
  ...donor,
  ...sentMails,
]

/** The screens that anybody may open; `publicScreens` of the contract are their addresses. */
export const publicRoutes = all.filter((screen) => screen.frame === 'public')
