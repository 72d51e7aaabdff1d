import type { directory } from '@twofold/contract'
import { formatCount, plural } from '../../ui/format.ts'

type Progress = Pick<directory.DirectoryChange, 'kind' | 'gifts' | 'left' | 'undone_by'>

/** How far a change is with its gifts. All gifts of a company that was merged move, and not only the open ones. */
export function progressWords({ kind, gifts, left, undone_by }: Progress): { done: string; doing: string; of: string } {
  const isMerge = kind === 'merge'
  const what = isMerge ? `${undone_by ? 'moved back' : 'moved'} or checked again` : 'checked again'
  const [one, many] = isMerge ? ['gift', 'gifts'] : ['open gift', 'open gifts']
  return {
    done: `${plural(gifts, `${one} was`, `${many} were`)} ${what}.`,
    doing: `${formatCount(gifts - left)} of ${plural(gifts, one, many)} ${what}…`,
    of: `${isMerge ? 'Gifts' : 'Open gifts'} that were ${what}`,
  }
}

/** What becomes of the gifts once a change is taken back. */
export const undoneWords = ({ kind }: Pick<directory.DirectoryChange, 'kind'>): string =>
  kind === 'merge'
    ? 'Its gifts go back to what they were, in the background; those that something happened to are checked again.'
    : 'Open matches are checked again.'
