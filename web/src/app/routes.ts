import { routes as auth } from '../features/accounts/auth/routes.ts'
import { routes as integrations } from '../features/accounts/integrations/index.ts'
import { routes as organizations } from '../features/accounts/organizations/routes.ts'
import { routes as webhooks } from '../features/accounts/webhooks/index.ts'
import { routes as audit } from '../features/core/audit/index.ts'
import { routes as directory } from '../features/directory/company-editor/routes.ts'
import { routes as campaigns } from '../features/donations/campaigns/index.ts'
import { routes as dashboard } from '../features/donations/dashboard/routes.ts'
import { routes as donations } from '../features/donations/donations/routes.ts'
import { routes as donors } from '../features/donations/donors/index.ts'
import { routes as imports } from '../features/donations/imports/index.ts'
import { routes as reports } from '../features/donations/reports/index.ts'
import { routes as mails } from '../features/email/mails/routes.ts'
import { routes as templates } from '../features/email/templates/index.ts'
import { routes as verifications } from '../features/forms/verifications/index.ts'
import { routes as chapters } from '../features/lifecycle/chapters/routes.ts'
import { routes as billing } from '../features/money/billing/index.ts'
import { routes as payouts } from '../features/money/payouts/index.ts'
import { routes as stripeSetup } from '../features/money/stripe-setup/index.ts'
import { routes as help } from '../features/public/help/index.ts'
import { routes as widgetGuide } from '../features/public/widget-guide/index.ts'
import type { ScreenRoute } from '../shared/screen-route.ts'

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
  ...help,
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
