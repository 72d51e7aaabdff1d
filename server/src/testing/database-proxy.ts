import net, { type AddressInfo, type Socket } from 'node:net'

/** A breakable connection between the product and its database. */
export type DatabaseProxy = {
  readonly address: string
  readonly fallSilent: () => void
  readonly recover: () => void
  readonly cut: () => void
  /** Closes the connection that sends `words`: before they are forwarded, or after the following COMMIT. */
  readonly cutAt: (text: string, when: 'before' | 'after COMMIT') => void
  readonly stop: () => Promise<void>
}

export async function startDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const target = new URL(connectionString)
  const sockets = new Set<Socket>()
  let isSilent = false
  let cutPoint: { readonly words: string; readonly when: 'before' | 'after COMMIT' } | null = null
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    let isCutReached = false
    client.on('data', (chunk: Buffer) => {
      if (isSilent) return
      isCutReached ||= cutPoint !== null && chunk.includes(cutPoint.words)
      if (!isCutReached || cutPoint?.when === 'after COMMIT') {
        database.write(chunk)
        return
      }
      cutPoint = null
      end()
    })
    database.on('data', (chunk: Buffer) => {
      if (isSilent) return
      if (!isCutReached || !chunk.includes('COMMIT\0')) {
        client.write(chunk)
        return
      }
      cutPoint = null
      end()
    })
    for (const side of [client, database]) {
      sockets.add(side)
      side.on('error', end).on('close', () => {
        sockets.delete(side)
        end()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(connectionString)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  const disconnectAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: address.href,
    fallSilent: () => {
      isSilent = true
    },
    recover: () => {
      isSilent = false
      disconnectAll()
    },
    cut: disconnectAll,
    cutAt: (text, when) => {
      cutPoint = { words: text, when }
    },
    stop: async () => {
      disconnectAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
