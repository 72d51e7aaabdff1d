import { screens } from '@twofold/contract'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/page.tsx'

/** Replaces the screen, so that no other organization's data appears. */
export default function InaccessibleLink() {
  return (
    <>
      <PageHeading title="This link is for another organization" />
      <p className="mb-5 max-w-2xl">You can’t open this organization. It was erased, or your account isn’t a member.</p>
      <Button asChild>
        <Link to={screens.dashboard}>Go to the dashboard</Link>
      </Button>
    </>
  )
}
