import pg from 'pg'
import { openStandingConnection } from '../database/standing-connection.ts'

/** What pg-boss asks of a database that can tell it of new jobs. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

/**
 * How the job queue hears of new jobs. Its own way takes every listener off its connection before it lets go of it, so that a
 * database that ended in the same moment ended this process, too: what the server says last came as an error that nobody took.
 * A lost connection is opened anew; until then jobs are found by looking.
 */
export const listenOn =
  (connectionString: string): Listen =>
  (channel, onNotification, onReconnect) =>
    openStandingConnection(connectionString, {
      applicationName: 'twofold-jobs',
      prepare: async (client) => {
        client.on('notification', ({ payload }) => {
          if (payload !== undefined) onNotification(payload)
        })
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        onReconnect()
      },
    })
