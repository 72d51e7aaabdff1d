import { screens } from '@twofold/contract'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { Emails } from './emails.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Payouts } from './payouts.tsx'
import { Statuses } from './statuses.tsx'
import { Uploading } from './uploading.tsx'
import { WhatsNew } from './whats-new.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  [screens.help]: FirstSteps,
  [screens.helpUploading]: Uploading,
  [screens.helpStatuses]: Statuses,
  [screens.helpPayouts]: Payouts,
  [screens.helpEmails]: Emails,
  [screens.whatsNew]: WhatsNew,
}

export default function HelpScreen() {
  const { pathname } = useLocation()
  const Page = pages[pathname.replace(/\/$/, '')] ?? FirstSteps
  return <Page key={pathname} />
}
