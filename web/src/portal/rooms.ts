import { routes as audit } from '../features/audit/index.ts'
import { routes as auth } from '../features/auth/routes.ts'
import { routes as billing } from '../features/billing/index.ts'
import { routes as campaigns } from '../features/campaigns/index.ts'
import { routes as chapters } from '../features/chapters/routes.ts'
import { routes as dashboard } from '../features/dashboard/routes.ts'
import { routes as directory } from '../features/directory/routes.ts'
import { routes as donations } from '../features/donations/routes.ts'
import { routes as donors } from '../features/donors/index.ts'
import { routes as imports } from '../features/imports/index.ts'
import { routes as integrations } from '../features/integrations/index.ts'
import { routes as mails } from '../features/mails/routes.ts'
import { routes as organizations } from '../features/organizations/routes.ts'
import { routes as payouts } from '../features/payouts/index.ts'
import { routes as reports } from '../features/reports/index.ts'
import { routes as stripeSetup } from '../features/stripe-setup/index.ts'
import { routes as templates } from '../features/templates/index.ts'
import { routes as verifications } from '../features/verifications/index.ts'
import { routes as webhooks } from '../features/webhooks/index.ts'
import { routes as widgetGuide } from '../features/widget-guide/index.ts'
import type { ScreenRoute } from '../shell/screen-route.ts'

/** The screens of every room of the portal. */
export const routes: readonly ScreenRoute[] = [
  ...audit,
  ...auth,
  ...billing,
  ...campaigns,
  ...chapters,
  ...dashboard,
  ...directory,
  ...donations,
  ...donors,
  ...imports,
  ...integrations,
  ...mails,
  ...organizations,
  ...payouts,
  ...reports,
  ...stripeSetup,
  ...templates,
  ...verifications,
  ...webhooks,
  ...widgetGuide,
]
