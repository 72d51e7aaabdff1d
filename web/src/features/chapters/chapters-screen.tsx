import { auth, chapters, organizations } from '@twofold/contract'
import { Network, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { answerKey, queryClient, useAnswer } from '../../api/use-call.ts'
import { paths } from '../../portal/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDay, plural } from '../../ui/format.ts'
import { PageHeading } from '../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { chooseOrganization, useMay, useOrganization } from '../organizations/current-organization.tsx'
import { NewChapterDialog } from './new-chapter-dialog.tsx'

/** The chapters of the organization in hand; an admin of it adds more. */
export default function ChaptersScreen() {
  const organization = useOrganization()
  const { admin } = useMay()
  const [adding, setAdding] = useState(false)
  const input = { params: { id: organization.id } }
  const isChapter = organization.parent_id !== null
  const { data, error, isPending, refetch } = useAnswer(chapters.listChapters, input, { enabled: !isChapter })
  const waiting = useSkeleton(isPending && !isChapter)

  const navigate = useNavigate()
  const workIn = (id: number) => {
    chooseOrganization(id)
    void navigate(paths.dashboard)
  }
  const onAdded = (next: chapters.Chapter[]) => {
    queryClient.setQueryData(answerKey(chapters.listChapters, input), { chapters: next })
    // The switcher and the filters of lists know the chapters from here.
    for (const { name } of [auth.common, organizations.getOrganization]) {
      void queryClient.invalidateQueries({ queryKey: [name] })
    }
    setAdding(false)
  }
  return (
    <>
      <PageHeading
        title="Chapters"
        actions={
          admin &&
          !isChapter && (
            <Button icon={Plus} onClick={() => setAdding(true)}>
              Add Chapter
            </Button>
          )
        }
      >
        Your people act in every chapter with the level they have here. Gifts, lists and sums of {organization.name}{' '}
        hold those of its chapters, and their fees are billed to it.
      </PageHeading>
      <Card padded={false} className="overflow-hidden">
        {isChapter && (
          <EmptyState icon={Network} title="This is a chapter itself">
            Only its parent organization can have chapters.
          </EmptyState>
        )}
        {waiting && <Rows />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.chapters.length === 0 && (
          <EmptyState icon={Network} title="No chapters yet">
            Local groups that raise money for you can each have their own list, people and mails.
          </EmptyState>
        )}
        {data && data.chapters.length > 0 && (
          <ul className="divide-y divide-hairline">
            {data.chapters.map((chapter) => (
              <ChapterRow key={chapter.id} chapter={chapter} onWork={() => workIn(chapter.id)} />
            ))}
          </ul>
        )}
      </Card>
      {adding && <NewChapterDialog organization={organization} onClose={() => setAdding(false)} onAdded={onAdded} />}
    </>
  )
}

function ChapterRow({ chapter, onWork }: { chapter: chapters.Chapter; onWork: () => void }) {
  const place = [chapter.city, chapter.state].filter(Boolean).join(', ')
  const facts = [
    place,
    chapter.ein && `EIN ${chapter.ein}`,
    chapter.users === 0 ? 'no people of its own' : `${plural(chapter.users, 'person', 'people')} of its own`,
    `since ${formatDay(chapter.created_at)}`,
  ]
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{chapter.name}</p>
        <p className="text-[0.9375rem] text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {!chapter.complete && <p className="text-[0.9375rem] text-awaiting-text">Its setup is not complete.</p>}
      </div>
      <Button look="secondary" size="small" aria-label={`Work in it: ${chapter.name}`} onClick={onWork}>
        Work in it
      </Button>
    </li>
  )
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading chapters...">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-18 items-center gap-6 px-5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="ml-auto h-8 w-24" />
        </div>
      ))}
    </div>
  )
}
