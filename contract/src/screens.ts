/** Used by the web router and links, and by the server's emails and redirects. `linkTo` fills in the parameters. */
export const screens = {
  dashboard: '/portal/',
  donations: '/portal/donations',
  uploads: '/portal/donations/uploads',
  verifications: '/portal/donations/to-verify',
  donors: '/portal/donors',
  donor: '/portal/donors/:id',
  doNotEmail: '/portal/do-not-email',
  companies: '/portal/companies',
  company: '/portal/companies/:companyId',
  reports: '/portal/reports',
  statistics: '/portal/statistics',
  campaigns: '/portal/campaigns',
  campaign: '/portal/campaigns/:campaignId',
  payouts: '/portal/payouts',
  payout: '/portal/payouts/:payoutId',
  expectedMoney: '/portal/payouts/expected',
  bankLines: '/portal/payouts/bank',
  waitingPayouts: '/portal/payouts/waiting',
  emailTemplates: '/portal/email-templates',
  emailCustomization: '/portal/email-customization',
  scheduledEmails: '/portal/scheduled-emails',
  integrations: '/portal/integrations',
  webhooks: '/portal/webhooks',
  widgetGuide: '/portal/widget-guide',
  organizationDetails: '/portal/organization-details',
  chapters: '/portal/chapters',
  audit: '/portal/audit',
  review: '/portal/review',
  directory: '/portal/directory',
  directoryCompany: '/portal/directory/:companyId',
  directoryForm: '/portal/directory/:companyId/form',
  billing: '/portal/billing',
  invoice: '/portal/billing/invoices/:invoiceId',
  stripeSetup: '/portal/stripe-setup',
  account: '/portal/account',
  help: '/portal/help',
  helpUploading: '/portal/help/uploading',
  helpStatuses: '/portal/help/statuses',
  helpPayouts: '/portal/help/payouts',
  helpEmails: '/portal/help/emails',
  whatsNew: '/portal/help/whats-new',
  login: '/portal/login',
  confirmEmail: '/portal/confirm-email',
  magicLink: '/portal/magic-link',
  resetPassword: '/portal/reset-password',
  register: '/portal/register',
  faq: '/portal/faq',
  contact: '/portal/contact',
  /** The sidebar opens it in a new tab. */
  publicCompanies: '/companies',
  matchPage: '/match/:name',
  donorMatch: '/donor-match-update/:matchId',
  previewNotification: '/preview-notification/:id',
} as const

/** A separate, small web app without the portal's code. Navigation between the two loads a new page. */
export const publicScreens: readonly ScreenPath[] = [
  screens.register,
  screens.faq,
  screens.contact,
  screens.publicCompanies,
  screens.matchPage,
  screens.donorMatch,
  screens.previewNotification,
]

/** Former and commonly typed paths. */
export const redirectedPaths = {
  '/': screens.dashboard,
  '/login': screens.login,
  '/email-templates': screens.emailTemplates,
} as const

/** Ignores case and a trailing slash, like the web router. */
const pagePatterns = [...Object.values(screens), ...Object.keys(redirectedPaths), '/portal'].map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
)

/** Returns whether the web app has a page at this path. */
export const isScreenPath = (path: string): boolean => pagePatterns.some((pattern) => pattern.test(path))

export const operatorPages = { privacy: '/privacy', terms: '/terms' } as const

/** Rendered by the server: `/companies/12-acme-corp`. */
export const companyPagePath = {
  pattern: '/companies/:company',
  of: ({ id, name }: { readonly id: number; readonly name: string }): string => {
    const words =
      name
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    return `/companies/${[id, ...words].join('-').slice(0, 80)}`
  },
} as const

/** Redirects to the dashboard. Default target after sign-in. */
export const portalPath = '/portal'

export type ScreenPath = (typeof screens)[keyof typeof screens]

type PartsOf<Path extends string> = Path extends `${string}/:${infer Part}/${infer Rest}`
  ? Part | PartsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Part}`
    ? Part
    : never

type Value = string | number | undefined

/** Each part of the path, and any query parameters. */
export type LinkParams<Path extends ScreenPath> = { readonly [Part in PartsOf<Path>]: string | number } & {
  readonly [asked: string]: Value
}

/** Returns the path with parameters and query: `linkTo(screens.donations, { status: 3 })`. */
export function linkTo<Path extends ScreenPath>(
  screen: Path,
  ...[words]: PartsOf<Path> extends never ? [words?: LinkParams<Path>] : [words: LinkParams<Path>]
): string {
  const asked = new Map<string, Value>(Object.entries(words ?? {}))
  const path = screen.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = asked.get(part)
    asked.delete(part)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of asked) if (value !== undefined && value !== '') search.append(name, String(value))
  const question = search.toString()
  return question ? `${path}?${question}` : path
}
