export const chaptersReopenedText = (chapters: readonly unknown[]): string =>
  chapters.length > 0 ? ' with the chapters closed with it' : ''
