import { PageHeading } from '../../ui/page.tsx'
import { FactorsCard } from './factors-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** How the person who is signed in comes in, and where they are signed in. */
export default function AccountScreen() {
  return (
    <div className="max-w-3xl">
      <PageHeading title="Sign-in and devices">Your own account, whichever organization you work in.</PageHeading>
      <div className="flex flex-col gap-6">
        <SessionsCard />
        <FactorsCard />
      </div>
    </div>
  )
}
