import pg from 'pg'

/** The interface that pg-boss requires for notifications of new jobs. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

const reconnectAfterMs = 1_000

/**
 * Listens for new jobs on its own connection, which is reopened when lost. pg-boss closes its connection without an
 * error listener, and an outage at that moment would end the process.
 */
export const listenOn =
  (connectionString: string): Listen =>
  async (channel, onNotification, onReconnect) => {
    let closed = false
    let client: pg.Client | undefined
    let reconnectTimer: NodeJS.Timeout | undefined
    const reconnect = (): void => {
      if (closed || reconnectTimer) return
      reconnectTimer = setTimeout(() => {
        reconnectTimer = undefined
        connect().catch(reconnect)
      }, reconnectAfterMs).unref()
    }
    const connect = async (): Promise<void> => {
      const next = new pg.Client({
        connectionString,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        connectionTimeoutMillis: 10_000,
        application_name: 'twofold-jobs',
      })
      client = next
      next.on('error', () => {}) // an error without a listener ends the process
      next.on('end', reconnect)
      next.on('notification', ({ payload }) => {
        if (payload !== undefined) onNotification(payload)
      })
      try {
        await next.connect()
        await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        onReconnect()
      } catch (error) {
        await next.end().catch(() => {})
        throw error
      }
    }
    const close = async (): Promise<void> => {
      closed = true
      clearTimeout(reconnectTimer)
      await client?.end().catch(() => {})
    }
    try {
      await connect()
    } catch (error) {
      await close()
      throw error
    }
    return { close }
  }
