import { screens } from '@twofold/contract'
import {
  BookOpen,
  CalendarClock,
  ChartNoAxesColumn,
  CircleQuestionMark,
  CircleUserRound,
  CodeXml,
  FileUp,
  History,
  Hourglass,
  Landmark,
  ListTodo,
  MailX,
  Megaphone,
  Network,
  PenLine,
  PhoneCall,
  Users,
  Webhook,
  Zap,
} from 'lucide-react'
import { canSeeChapters, directoryItem, helpItem, type NavItem, navItems, reviewQueueItem } from '../nav-items.ts'

type CommandScreen = NavItem & { readonly other?: string; readonly newTab?: boolean }

const commonScreens: readonly CommandScreen[] = [
  { to: screens.donors, label: 'Donors', icon: Users, other: 'people givers' },
  { to: screens.campaigns, label: 'Campaigns', icon: Megaphone },
  { to: screens.verifications, label: 'To verify or sign', icon: PenLine, other: 'npo verify signature forms' },
  { to: screens.uploads, label: 'Uploads', icon: FileUp, other: 'files imports history' },
  { to: screens.waitingPayouts, label: 'Lines to review', icon: ListTodo, other: 'payouts waiting' },
  { to: screens.expectedMoney, label: 'Expected money', icon: Hourglass, other: 'payouts overdue letter' },
  { to: screens.bankLines, label: 'Bank deposits', icon: Landmark, other: 'payouts deposit statement' },
  {
    to: screens.doNotEmail,
    label: 'Do not email',
    icon: MailX,
    other: 'unsubscribed bounced spam complaints suppression',
  },
  { to: screens.scheduledEmails, label: 'Scheduled emails', icon: CalendarClock, other: 'reminders mails hold drop' },
  { to: screens.statistics, label: 'Statistics', icon: ChartNoAxesColumn, other: 'charts forecast waits employers' },
  { to: screens.webhooks, label: 'Webhooks', icon: Webhook },
  { to: screens.widgetGuide, label: 'Widget guide', icon: CodeXml, other: 'website embed' },
  { to: screens.stripeSetup, label: 'Stripe setup', icon: Zap },
  { to: screens.account, label: 'Your account', icon: CircleUserRound, other: 'password profile passkeys email' },
  { ...helpItem, label: 'Help: first steps', other: 'how guide' },
  { ...helpItem, to: screens.helpUploading, label: 'Help: uploading', other: 'how guide files imports' },
  { ...helpItem, to: screens.helpStatuses, label: 'Help: what statuses mean', other: 'how guide' },
  { ...helpItem, to: screens.helpPayouts, label: 'Help: payouts', other: 'how guide money checks bank' },
  { ...helpItem, to: screens.helpEmails, label: 'Help: emails', other: 'how guide reminders' },
  { ...helpItem, to: screens.whatsNew, label: 'What’s new', other: 'changelog help news' },
  {
    to: screens.publicCompanies,
    label: 'Public directory',
    icon: BookOpen,
    other: 'companies employers external',
    newTab: true,
  },
  { to: screens.faq, label: 'Questions and answers', icon: CircleQuestionMark, other: 'faq help', newTab: true },
  { to: screens.contact, label: 'Contact us', icon: PhoneCall, other: 'help support', newTab: true },
]

const chapters: CommandScreen = { to: screens.chapters, label: 'Chapters', icon: Network, other: 'parent family' }
const audit: CommandScreen = { to: screens.audit, label: 'Audit trail', icon: History, other: 'history log' }

export function commandScreensFor(user: {
  readonly isSuper: boolean
  readonly isAdmin: boolean
  readonly organization: { readonly parent_id: number | null } | null
}): readonly CommandScreen[] {
  const { isSuper, isAdmin, organization } = user
  return [
    ...navItems,
    ...commonScreens,
    ...(organization && canSeeChapters(organization, isAdmin) ? [chapters] : []),
    ...(organization && isAdmin ? [audit] : []),
    ...(isSuper ? [reviewQueueItem, directoryItem] : []),
  ]
}
