/**
 * Every address of the product's screens, said once: the web's router and links, the server's mails and redirects. Parts
 * that begin with a colon are what the screen is about; `linkTo` fills them in.
 */
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
  login: '/portal/login',
  confirmEmail: '/portal/confirm-email',
  magicLink: '/portal/magic-link',
  resetPassword: '/portal/reset-password',
  register: '/portal/register',
  faq: '/portal/faq',
  contact: '/portal/contact',
  /** The company directory as everybody may read it; the sidebar opens it in a new tab. */
  publicCompanies: '/companies',
  matchPage: '/match/:name',
  donorMatch: '/donor-match-update/:matchId',
  previewNotification: '/preview-notification/:id',
} as const

/**
 * Screens that anybody may open, mostly once and on a phone. They are a web app of their own, small because nothing of the
 * portal is in it; between the two one goes by a new page.
 */
export const publicScreens: readonly ScreenPath[] = [
  screens.register,
  screens.faq,
  screens.contact,
  screens.publicCompanies,
  screens.matchPage,
  screens.donorMatch,
  screens.previewNotification,
]

/** Former addresses and those that people type, with the screens they lead to. */
export const redirectedPaths = {
  '/': screens.dashboard,
  '/login': screens.login,
  '/email-templates': screens.emailTemplates,
} as const

/** The same as the web's router: upper and lower case and a slash at the end make no difference. */
const pagePatterns = [...Object.values(screens), ...Object.keys(redirectedPaths), '/portal'].map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
)

/** Whether the web app has a page at this path. */
export const isScreenPath = (path: string): boolean => pagePatterns.some((pattern) => pattern.test(path))

/** Pages that the server sends whole, from what the operator of the portal wrote. */
export const operatorPages = { privacy: '/privacy', terms: '/terms' } as const

/** A company's public page, which the server sends whole: `/companies/12-acme-corp`. */
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

/** The portal without a screen: leads to the dashboard. What a sign-in goes to unless it remembers a place. */
export const portalPath = '/portal'

export type ScreenPath = (typeof screens)[keyof typeof screens]

type PartsOf<Path extends string> = Path extends `${string}/:${infer Part}/${infer Rest}`
  ? Part | PartsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Part}`
    ? Part
    : never

type Value = string | number | undefined

/** What a link to the screen says: each part of its path, and whatever is to be asked of it behind the question mark. */
export type LinkWords<Path extends ScreenPath> = { readonly [Part in PartsOf<Path>]: string | number } & {
  readonly [asked: string]: Value
}

/** The path of a screen, with what it is about and what is asked of it: `linkTo(screens.donations, { status: 3 })`. */
export function linkTo<Path extends ScreenPath>(
  screen: Path,
  ...[words]: PartsOf<Path> extends never ? [words?: LinkWords<Path>] : [words: LinkWords<Path>]
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
