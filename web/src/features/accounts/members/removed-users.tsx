import { members } from '@twofold/contract'
import { Undo2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format.ts'
import { LevelBadge } from './level-badge.tsx'

export function RemovedUsers({
  removed,
  onRestore,
}: {
  removed: readonly members.RemovedMember[]
  onRestore: (id: number) => void
}) {
  return (
    <section>
      <h2 className="mb-1 text-lg font-semibold">Recently removed</h2>
      <p className="mb-3 text-muted">
        You can restore users for {members.restoreDays} days. They’ll get their access back without an email.
      </p>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-hairline">
          {removed.map(({ id, name, email, level, removed_at }) => (
            <li key={id} className="flex min-h-18 flex-wrap items-center gap-x-5 gap-y-2 px-5 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold break-words">{name}</p>
                <p className="text-[0.9375rem] break-all text-muted">
                  {email} · removed {formatDay(removed_at)}
                </p>
              </div>
              <LevelBadge level={level} />
              <Button
                variant="secondary"
                size="small"
                icon={Undo2}
                aria-label={`Restore ${name}`}
                onClick={() => onRestore(id)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
