import { directoryFiles } from '@twofold/contract'

const { directoryFileMessages: words } = directoryFiles

type Counts = Pick<directoryFiles.DirectoryFileReview, 'refused' | 'unchanged'>

/** What there is to say of a file that changes nothing: rows with problems would have changed something. */
export const nothingOf = ({ refused, unchanged }: Counts): string => {
  if (refused === 0) return words.nothing
  return unchanged === 0 ? words.onlyProblems : words.nothingButProblems
}
