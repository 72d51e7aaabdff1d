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
