import { Hammer } from 'lucide-react'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Keeps the place of a screen that is not built yet, and says so in one sentence. */
export function LaterScreen({ title, sentence }: { title: string; sentence: string }) {
  return (
    <>
      <PageHeading title={title} />
      <Card>
        <EmptyState icon={Hammer} title={sentence} />
      </Card>
    </>
  )
}
