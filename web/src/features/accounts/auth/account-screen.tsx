import { PageHeading } from '../../../ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { EventsCard } from './events-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export default function AccountScreen() {
  return (
    <div className="max-w-3xl">
      <PageHeading title="Your account">Your account is the same in every organization.</PageHeading>
      <div className="flex flex-col gap-6">
        <AccountCard />
        <FactorsCard />
        <SessionsCard />
        <EventsCard />
      </div>
    </div>
  )
}
