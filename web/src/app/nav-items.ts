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
export type NavItem = { to: string; label: string; icon: LucideIcon; also?: readonly string[] }

export const navItems: readonly NavItem[] = [
  { to: screens.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: screens.donations, label: 'Donations', icon: HandHeart, also: [screens.campaigns, screens.donors] },
  { to: screens.payouts, label: 'Payouts', icon: Banknote },
  { to: screens.companies, label: 'Companies', icon: Scale },
  { to: screens.reports, label: 'Reports', icon: BarChart3, also: [screens.statistics] },
  {
    to: screens.emailTemplates,
    label: 'Email Templates',
    icon: Mail,
    also: [screens.emailCustomization, screens.scheduledEmails, screens.doNotEmail],
  },
  { to: screens.integrations, label: 'Integrations', icon: Plug, also: [screens.webhooks, screens.widgetGuide] },
  { to: screens.organizationDetails, label: 'Organization', icon: Building2, also: [screens.chapters, screens.audit] },
  { to: screens.billing, label: 'Billing', icon: CreditCard },
]

export const reviewQueueItem: NavItem = { to: screens.review, label: 'Review Queue', icon: ListChecks }
export const directoryItem: NavItem = { to: screens.directory, label: 'Directory', icon: BookOpen }
export const helpItem: NavItem = { to: screens.help, label: 'Help', icon: CircleQuestionMark }

type Family = { readonly parent_id: number | null }

/** A chapter has no chapters, but its admins can see its link to the parent there. */
export const canSeeChapters = (organization: Family, isAdmin: boolean): boolean =>
  organization.parent_id === null || isAdmin
