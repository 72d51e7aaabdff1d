import type { chapters } from '@twofold/contract'
import { Ellipsis, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { filterByName } from '../../../ui/filter-by-name.ts'
import { formatCount, formatDay, plural } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'

const minForFilter = 10

export function ChapterList({
  chapters,
  isSetUp,
  onWork,
  onLeave,
}: {
  chapters: readonly chapters.Chapter[]
  /** The parent's setup applies to the chapters. */
  isSetUp: boolean
  onWork: (id: number) => void
  onLeave?: (chapter: chapters.Chapter) => void
}) {
  const [typed, setTyped] = useState('')
  const shown = filterByName(chapters, typed)
  return (
    <>
      {chapters.length > minForFilter && (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b border-hairline px-5 py-4">
          <Field name="chapter-name" label="Find a chapter" className="w-full sm:w-80">
            <Input type="search" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
          </Field>
          <p role="status" className="text-muted tabular-nums">
            {shown.length === chapters.length
              ? plural(chapters.length, 'chapter')
              : `${formatCount(shown.length)} of ${plural(chapters.length, 'chapter')}`}
          </p>
        </div>
      )}
      <ul className="divide-y divide-hairline">
        {shown.map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            isSetUp={isSetUp}
            onWork={() => onWork(chapter.id)}
            {...(onLeave ? { onLeave: () => onLeave(chapter) } : {})}
          />
        ))}
      </ul>
    </>
  )
}

function ChapterRow({
  chapter,
  isSetUp,
  onWork,
  onLeave,
}: {
  chapter: chapters.Chapter
  isSetUp: boolean
  onWork: () => void
  onLeave?: () => void
}) {
  const place = [chapter.city, chapter.state].filter(Boolean).join(', ')
  const facts = [
    place,
    chapter.ein && `EIN ${chapter.ein}`,
    chapter.users === 0 ? 'no users' : plural(chapter.users, 'user'),
    `since ${formatDay(chapter.created_at)}`,
  ]
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold break-words">{chapter.name}</p>
        <p className="text-[0.9375rem] text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {chapter.closed && (
          <p className="text-[0.9375rem] text-awaiting-text">
            {chapter.erases_at === null
              ? 'Closed.'
              : `Closed. All its data will be erased on ${formatDay(chapter.erases_at)} and disappear from your lists and totals, unless an administrator reopens it.`}
          </p>
        )}
        {!chapter.closed &&
          !chapter.complete &&
          (isSetUp ? (
            <p className="text-[0.9375rem] text-muted">Uses your setup.</p>
          ) : (
            <p className="text-[0.9375rem] text-awaiting-text">Setup isn’t complete.</p>
          ))}
      </div>
      <div className="flex items-center gap-1">
        <Button variant="secondary" size="small" aria-label={`Open ${chapter.name}`} onClick={onWork}>
          Open
        </Button>
        {onLeave && (
          <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${chapter.name}`} />}>
            <MenuItem icon={LogOut} danger onSelect={onLeave}>
              Release chapter
            </MenuItem>
          </Menu>
        )}
      </div>
    </li>
  )
}
