const last = new Map<string, Promise<unknown>>()

/**
 * Runs work of one key one after another in this process. Ten right passwords that arrive together are not taken for ten
 * guesses in the dark: each is counted, looked at and given back before the next one is.
 */
export function oneAfterAnother<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work)
  const done = mine.then(
    () => undefined,
    () => undefined,
  )
  last.set(key, done)
  void done.then(() => {
    if (last.get(key) === done) last.delete(key)
  })
  return mine
}
