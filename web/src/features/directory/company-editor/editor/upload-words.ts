import { directoryFiles } from '@twofold/contract'

const { directoryFileMessages: words } = directoryFiles

type Counts = Pick<directoryFiles.DirectoryFileReview, 'refused' | 'unchanged'>

export const nothingChangedWords = ({ refused, unchanged }: Counts): string => {
  if (refused === 0) return words.nothing
  return unchanged === 0 ? words.onlyProblems : words.nothingButProblems
}
