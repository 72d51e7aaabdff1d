const lastByKey = new Map<string, Promise<unknown>>()

/** Ten correct passwords that arrive together would exceed the limit: each is counted before its check. Per process. */
export function serializeByKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  const result = (lastByKey.get(key) ?? Promise.resolve()).then(work)
  const done = result.then(
    () => undefined,
    () => undefined,
  )
  lastByKey.set(key, done)
  void done.then(() => {
    if (lastByKey.get(key) === done) lastByKey.delete(key)
  })
  return result
}
