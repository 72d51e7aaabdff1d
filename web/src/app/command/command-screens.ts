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

const screensOfEverybody: readonly CommandScreen[] = [
  { to: screens.donors, words: 'Donors', icon: Users, other: 'people givers' },
  { to: screens.campaigns, words: 'Campaigns', icon: Megaphone },
  { to: screens.verifications, words: 'To verify or sign', icon: PenLine, other: 'npo verify signature forms' },
  { to: screens.uploads, words: 'Uploads', icon: FileUp, other: 'files imports history' },
  { to: screens.waitingPayouts, words: 'Lines to review', icon: ListTodo, other: 'payouts waiting' },
  { to: screens.expectedMoney, words: 'Expected money', icon: Hourglass, other: 'payouts overdue letter' },
  { to: screens.bankLines, words: 'Bank lines', icon: Landmark, other: 'payouts deposit statement' },
  {
    to: screens.doNotEmail,
    words: 'Do not email',
    icon: MailX,
    other: 'unsubscribed bounced spam complaints suppression',
  },
  { to: screens.scheduledEmails, words: 'Scheduled emails', icon: CalendarClock, other: 'reminders mails hold drop' },
  { to: screens.statistics, words: 'Statistics', icon: ChartNoAxesColumn, other: 'charts forecast waits employers' },
  { to: screens.webhooks, words: 'Webhooks', icon: Webhook },
  { to: screens.widgetGuide, words: 'Widget guide', icon: CodeXml, other: 'website embed' },
  { to: screens.stripeSetup, words: 'Stripe setup', icon: Zap },
  { to: screens.account, words: 'Your account', icon: CircleUserRound, other: 'password profile passkeys email' },
  { ...helpItem, words: 'Help: first steps', other: 'how guide' },
  { ...helpItem, to: screens.helpUploading, words: 'Help: uploading', other: 'how guide files imports' },
  { ...helpItem, to: screens.helpStatuses, words: 'Help: what statuses mean', other: 'how guide' },
  { ...helpItem, to: screens.helpPayouts, words: 'Help: payouts', other: 'how guide money checks bank' },
  { ...helpItem, to: screens.helpEmails, words: 'Help: emails', other: 'how guide reminders' },
  { ...helpItem, to: screens.whatsNew, words: 'What’s new', other: 'changelog help news' },
  {
    to: screens.publicCompanies,
    words: 'Public directory',
    icon: BookOpen,
    other: 'companies employers external',
    newTab: true,
  },
  { to: screens.faq, words: 'Questions and answers', icon: CircleQuestionMark, other: 'faq help', newTab: true },
  { to: screens.contact, words: 'Contact us', icon: PhoneCall, other: 'help support', newTab: true },
]

const chapters: CommandScreen = { to: screens.chapters, words: 'Chapters', icon: Network, other: 'parent family' }
const audit: CommandScreen = { to: screens.audit, words: 'Audit trail', icon: History, other: 'history log' }

export function commandScreensFor(user: {
  readonly isSuper: boolean
  readonly isAdmin: boolean
  readonly organization: { readonly parent_id: number | null } | null
}): readonly CommandScreen[] {
  const { isSuper, isAdmin, organization } = user
  return [
    ...navItems,
    ...screensOfEverybody,
    ...(organization && canSeeChapters(organization, isAdmin) ? [chapters] : []),
    ...(organization && isAdmin ? [audit] : []),
    ...(isSuper ? [reviewQueueItem, directoryItem] : []),
  ]
}
