const last = new Map<string, Promise<unknown>>()

/** Ten correct passwords that arrive together would exceed the limit: each is counted before its check. Per process. */
export function serializeByKey<T>(key: string, work: () => Promise<T>): Promise<T> {
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
