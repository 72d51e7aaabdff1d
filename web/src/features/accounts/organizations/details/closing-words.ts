/** What is reopened beside an organization: nothing where it has no chapters. */
export const withChapters = (chapters: readonly unknown[]): string =>
  chapters.length > 0 ? ', with the chapters that were closed with it' : ''
