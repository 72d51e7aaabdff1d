import pg from 'pg'

const againAfterMs = 1_000

type Given = {
  /** What the connection is for, done each time it is opened. */
  readonly prepare: (client: pg.Client) => Promise<void>
  readonly lost?: () => void
  readonly applicationName: string
  readonly options?: string
}

/** A connection that is held for as long as the process lives, and opened anew when it is lost. @throws when it never stood */
export async function openStandingConnection(
  connectionString: string,
  { prepare, lost, applicationName, options }: Given,
): Promise<{ readonly close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let waiting: NodeJS.Timeout | undefined
  const again = (): void => {
    lost?.()
    if (closed || waiting) return
    waiting = setTimeout(() => {
      waiting = undefined
      connect().catch(again)
    }, againAfterMs).unref()
  }
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000, // as the pool's
      connectionTimeoutMillis: 10_000,
      application_name: applicationName,
      ...(options ? { options } : {}),
    })
    client = next
    // The listeners stay for as long as the connection: an error that nobody takes ends the process.
    next.on('error', () => {})
    next.on('end', again)
    try {
      await next.connect()
      await prepare(next)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
  }
  const close = async (): Promise<void> => {
    closed = true
    clearTimeout(waiting)
    await client?.end().catch(() => {})
  }
  try {
    await connect()
  } catch (error) {
    await close() // whoever asked does without
    throw error
  }
  return { close }
}
