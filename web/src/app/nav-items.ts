import { screens } from '@twofold/contract'
import {
  Banknote,
  BarChart3,
  BookOpen,
  Building2,
  CircleQuestionMark,
  CreditCard,
  HandHeart,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  Plug,
  Scale,
} from 'lucide-react'

/** `also` lists other screens that highlight this entry. */
export type NavItem = { to: string; words: string; icon: LucideIcon; also?: readonly string[] }

export const navItems: readonly NavItem[] = [
  { to: screens.dashboard, words: 'Dashboard', icon: LayoutDashboard },
  { to: screens.donations, words: 'Donations', icon: HandHeart, also: [screens.campaigns, screens.donors] },
  { to: screens.payouts, words: 'Payouts', icon: Banknote },
  { to: screens.companies, words: 'Companies', icon: Scale },
  { to: screens.reports, words: 'Reports', icon: BarChart3, also: [screens.statistics] },
  {
    to: screens.emailTemplates,
    words: 'Email Templates',
    icon: Mail,
    also: [screens.emailCustomization, screens.scheduledEmails, screens.doNotEmail],
  },
  { to: screens.integrations, words: 'Integrations', icon: Plug, also: [screens.webhooks, screens.widgetGuide] },
  { to: screens.organizationDetails, words: 'Organization', icon: Building2, also: [screens.chapters, screens.audit] },
  { to: screens.billing, words: 'Billing', icon: CreditCard },
]

export const reviewQueueItem: NavItem = { to: screens.review, words: 'Review Queue', icon: ListChecks }
export const directoryItem: NavItem = { to: screens.directory, words: 'Directory', icon: BookOpen }
export const helpItem: NavItem = { to: screens.help, words: 'Help', icon: CircleQuestionMark }

type Family = { readonly parent_id: number | null }

/** A chapter has no chapters, but its admins can see its link to the parent there. */
export const canSeeChapters = (organization: Family, isAdmin: boolean): boolean =>
  organization.parent_id === null || isAdmin
