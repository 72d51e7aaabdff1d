import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly parsed: Email
}

/** RFC 5321's permanent and temporary refusals, silence, or a lost connection; `away` closes all connections. */
export type ServerMode = 'accept' | 'refuse' | 'later' | 'hang' | 'drop' | 'away'

export type FakeMailServer = {
  readonly url: string
  readonly mails: ReceivedMail[]
  readonly received: (count: number) => Promise<readonly ReceivedMail[]>
  /**
   * `drop` accepts the email and closes before confirming: the sender cannot distinguish it from a lost one. `away` keeps the
   * port.
   */
  readonly behave: (mood: ServerMode, recipient?: string) => void
  readonly stop: () => Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1 that stores all emails. */
export async function startFakeMailServer(
  given: { readonly port?: number; readonly onMail?: (mail: ReceivedMail) => Promise<void> | void } = {},
): Promise<FakeMailServer> {
  const { port = 0, onMail } = given
  const mails: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  const moods = new Map<string, ServerMode>()
  let mood: ServerMode = 'accept'
  const sockets = new Set<Socket>()

  const keep = async (from: string, to: readonly string[], raw: string): Promise<void> => {
    const mail = { from, to, raw, parsed: await PostalMime.parse(raw) }
    mails.push(mail)
    for (const listener of listeners) listener()
    await onMail?.(mail)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, answer) => {
      const here = moods.get(address.toLowerCase()) ?? mood
      if (here === 'refuse') return answer(smtpError(550, 'no such mailbox'))
      if (here === 'later') return answer(smtpError(451, 'try again later'))
      if (here !== 'hang') answer()
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        await keep(from, to, Buffer.concat(chunks).toString('utf8'))
        if (to.some((address) => (moods.get(address.toLowerCase()) ?? mood) === 'drop')) {
          for (const socket of sockets) socket.destroy()
          return
        }
        answer()
      })
    },
  })
  server.on('error', () => {}) // the client disconnected
  server.server.prependListener('connection', (socket: Socket) => {
    if (mood === 'away') socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const address = await new Promise<AddressInfo | string | null>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server.server.address()))
  })

  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    mails,
    behave: (next, recipient) => {
      if (recipient) moods.set(recipient.toLowerCase(), next)
      else mood = next
      if (next === 'away') for (const socket of sockets) socket.destroy()
    },
    received: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(look)
          reject(new Error(`${mails.length} of ${count} mails came`))
        }, 240_000)
        const look = (): void => {
          if (mails.length < count) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(mails)
        }
        listeners.add(look)
        look()
      }),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}
