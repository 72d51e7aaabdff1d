import pg from 'pg'

/** What pg-boss asks of a database that can tell it of new jobs. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

const againAfterMs = 1_000

/**
 * How the job queue hears of new jobs. Its own way takes every listener off its connection before it lets go of it, so that a
 * database that ended in the same moment ended this process, too: what the server says last came as an error that nobody took.
 * Here the listener stays for as long as the connection. A lost one is opened anew; until then jobs are found by looking.
 */
export const listenOn =
  (connectionString: string): Listen =>
  async (channel, onNotification, onReconnect) => {
    let closed = false
    let client: pg.Client | undefined
    let waiting: NodeJS.Timeout | undefined

    const again = (): void => {
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
        connectionTimeoutMillis: 10_000,
        application_name: 'twofold-jobs',
      })
      client = next
      next.on('error', () => {})
      next.on('end', again)
      next.on('notification', ({ payload }) => {
        if (payload !== undefined) onNotification(payload)
      })
      try {
        await next.connect()
        await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        await next.end().catch(() => {})
        throw error
      }
      onReconnect()
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
