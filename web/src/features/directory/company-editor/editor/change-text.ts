import { directory, directoryFiles } from '@twofold/contract'
import { formatCount, plural } from '../../../../ui/format.ts'

/** 'Ratio: 1:1 → 2:1'; `emptyText` replaces an empty new value. */
export const describeChange = (
  { term, from, to }: directory.DirectoryChange['changes'][number],
  emptyText = 'removed',
): string => `${term}: ${from && to ? `${from} → ${to}` : to || `${from} → ${emptyText}`}`

type Progress = Pick<directory.DirectoryChange, 'kind' | 'gifts' | 'left' | 'undone_by'>

/** A merge moves all gifts of a company, not only the open ones. */
export function describeProgress({ kind, gifts, left, undone_by }: Progress): {
  done: string
  doing: string
  label: string
} {
  const isMerge = kind === 'merge'
  const action = isMerge ? `${undone_by ? 'moved back' : 'moved'} or rechecked` : 'rechecked'
  const [one, many] = isMerge ? ['gift', 'gifts'] : ['open gift', 'open gifts']
  return {
    done: `${plural(gifts, `${one} was`, `${many} were`)} ${action}.`,
    doing: `${formatCount(gifts - left)} of ${plural(gifts, one, many)} ${action}…`,
    label: `${isMerge ? 'Gifts' : 'Open gifts'} that were ${action}`,
  }
}

export const describeUndone = ({ kind }: Pick<directory.DirectoryChange, 'kind'>): string =>
  kind === 'merge' ? 'We’re restoring its gifts.' : 'We’re restoring the matches it changed.'

export function describeNotRestored(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  const idList = ids.map((id) => `#${id}`).join(', ')
  const moreText = ids.length >= directory.maxNotRestoredShown ? ' and possibly more' : ''
  return `Not restored because they changed since: ${ids.length === 1 ? 'match' : 'matches'} ${idList}${moreText}.`
}

export function describeNothingChanged({
  refused,
  unchanged,
}: Pick<directoryFiles.DirectoryFileReview, 'refused' | 'unchanged'>): string {
  const messages = directoryFiles.directoryFileMessages
  if (refused === 0) return messages.nothing
  return unchanged === 0 ? messages.onlyProblems : messages.nothingButProblems
}
