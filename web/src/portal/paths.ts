/** Every address of the product's screens, said once. */
export const paths = {
  dashboard: '/portal/',
  donations: '/portal/donations',
  uploads: '/portal/donations/uploads',
  companies: '/portal/companies',
  reports: '/portal/reports',
  campaigns: '/portal/campaigns',
  emailTemplates: '/portal/email-templates',
  emailCustomization: '/portal/email-customization',
  integrations: '/portal/integrations',
  webhooks: '/portal/webhooks',
  organizationDetails: '/portal/organization-details',
  billing: '/portal/billing',
  stripeSetup: '/portal/stripe-setup',
  login: '/portal/login',
  magicLink: '/portal/magic-link',
  resetPassword: '/portal/reset-password',
  register: '/portal/register',
  faq: '/portal/faq',
  contact: '/portal/contact',
  /** The company directory as everybody may read it; the sidebar opens it in a new tab. */
  publicCompanies: '/companies',
} as const
