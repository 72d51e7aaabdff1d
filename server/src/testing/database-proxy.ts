import net, { type AddressInfo, type Socket } from 'node:net'

/** A breakable connection between the product and its database. */
export type DatabaseProxy = {
  readonly address: string
  readonly fallSilent: () => void
  readonly recover: () => void
  readonly cut: () => void
  /** Closes the connection that sends `words`: before they are forwarded, or after the following COMMIT. */
  readonly cutAt: (words: string, when: 'before' | 'after COMMIT') => void
  readonly stop: () => Promise<void>
}

export async function startDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const target = new URL(connectionString)
  const sockets = new Set<Socket>()
  let isSilent = false
  let trap: { readonly words: string; readonly when: 'before' | 'after COMMIT' } | null = null
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    let isTrapped = false
    client.on('data', (chunk: Buffer) => {
      if (isSilent) return
      isTrapped ||= trap !== null && chunk.includes(trap.words)
      if (!isTrapped || trap?.when === 'after COMMIT') {
        database.write(chunk)
        return
      }
      trap = null
      end()
    })
    database.on('data', (chunk: Buffer) => {
      if (isSilent) return
      if (!isTrapped || !chunk.includes('COMMIT\0')) {
        client.write(chunk)
        return
      }
      trap = null
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
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: address.href,
    fallSilent: () => {
      isSilent = true
    },
    recover: () => {
      isSilent = false
      cut()
    },
    cut,
    cutAt: (words, when) => {
      trap = { words, when }
    },
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
