import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly parsed: Email
}

/** How the server treats the next mails: RFC 5321's final and passing refusals, silence, a lost connection, or none at all. */
export type Mood = 'accept' | 'refuse' | 'later' | 'hang' | 'drop' | 'away'

export type FakeMailServer = {
  /** For `SMTP_URL`. */
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Waits until this many mails have come, at most four minutes, and answers them. */
  readonly received: (count: number) => Promise<readonly ReceivedMail[]>
  /**
   * `drop` accepts the mail and loses the connection before saying so: a sender cannot tell it from a lost mail. `away` is the
   * whole server, to everybody: connections end before a word. Its port stays its own, so that it can come back.
   */
  readonly behave: (mood: Mood, recipient?: string) => void
  readonly stop: () => Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1 that keeps what it is given. */
export async function startFakeMailServer(
  given: { readonly port?: number; readonly onMail?: (mail: ReceivedMail) => Promise<void> | void } = {},
): Promise<FakeMailServer> {
  const { port = 0, onMail } = given
  const mails: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  const moods = new Map<string, Mood>()
  let mood: Mood = 'accept'
  const sockets = new Set<Socket>()

  const keep = async (from: string, to: readonly string[], raw: string): Promise<void> => {
    const mail = { from, to, raw, parsed: await PostalMime.parse(raw) }
    mails.push(mail)
    for (const listener of listeners) listener()
    await onMail?.(mail) // its sender waits for the answer
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
  server.on('error', () => {}) // a client that went away
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
