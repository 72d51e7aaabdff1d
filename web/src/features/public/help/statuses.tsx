import { screens } from '@twofold/contract'
import { StatusList } from '../../donations/donations/index.ts'
import { HelpLink, HelpPage, HelpSection } from './help-page.tsx'

export function Statuses() {
  return (
    <HelpPage title="What statuses mean">
      <p>
        Each match on <HelpLink to={screens.donations}>Donations</HelpLink> has one status. Its color shows who acts
        next: the donor, you, the employer or Twofold. Next to each short name is the full name used in filters and
        files.
      </p>
      <HelpSection title="Statuses by who acts next">
        <StatusList />
      </HelpSection>
    </HelpPage>
  )
}
