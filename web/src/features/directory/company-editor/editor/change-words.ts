import { directory } from '@twofold/contract'
import { formatCount, plural } from '../../../../ui/format.ts'

/** 'Ratio: 1:1 → 2:1'; `none` replaces an empty new value. */
export const changeInWords = (
  { term, from, to }: directory.DirectoryChange['changes'][number],
  none = 'taken out',
): string => `${term}: ${from && to ? `${from} → ${to}` : to || `${from} → ${none}`}`

type Progress = Pick<directory.DirectoryChange, 'kind' | 'gifts' | 'left' | 'undone_by'>

/** Describes a change's progress. A merge moves all gifts of a company, not only the open ones. */
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

/** Explains how an undo affects the gifts. */
export const undoneWords = ({ kind }: Pick<directory.DirectoryChange, 'kind'>): string =>
  kind === 'merge'
    ? `Its gifts go back to what they were, in the background. ${others}`
    : `Matches that it changed go back to what they were. ${others}`

const others = 'Those that something else happened to since are checked again and listed here.'

/** Returns the matches that an undo did not restore, or an empty string. */
export function notRestoredWords(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  const listed = ids.map((id) => `#${id}`).join(', ')
  const more = ids.length >= directory.maxNotRestoredShown ? ' and possibly more' : ''
  return `Not restored, because something else changed since: ${ids.length === 1 ? 'match' : 'matches'} ${listed}${more}.`
}
