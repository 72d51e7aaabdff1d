import { screens } from '@twofold/contract'
import { Link, useLocation } from 'react-router'
import { Notice } from '../../../ui/notice.tsx'
import { useChapterRequests } from './use-chapter-requests.ts'

/** Not on the screen that it links to. */
export function ChapterRequestNote() {
  const { data } = useChapterRequests()
  const { pathname } = useLocation()
  const first = data?.received[0]
  if (!first || pathname === screens.chapters) return null
  return (
    <Notice tone="verify" className="mb-6">
      {first.parent.name} invites you to become its chapter.{' '}
      <Link to={screens.chapters} className="font-semibold underline">
        See the request
      </Link>
    </Notice>
  )
}
