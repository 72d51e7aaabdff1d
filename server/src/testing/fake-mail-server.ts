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
  readonly behave: (mode: ServerMode, recipient?: string) => void
  readonly stop: () => Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1 that stores all emails. */
export async function startFakeMailServer(
  options: { readonly port?: number; readonly onMail?: (mail: ReceivedMail) => Promise<void> | void } = {},
): Promise<FakeMailServer> {
  const { port = 0, onMail } = options
  const mails: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  const modesByRecipient = new Map<string, ServerMode>()
  let defaultMode: ServerMode = 'accept'
  const sockets = new Set<Socket>()

  const storeMail = async (from: string, to: readonly string[], raw: string): Promise<void> => {
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
      const mode = modesByRecipient.get(address.toLowerCase()) ?? defaultMode
      if (mode === 'refuse') return answer(smtpError(550, 'no such mailbox'))
      if (mode === 'later') return answer(smtpError(451, 'try again later'))
      if (mode !== 'hang') answer()
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        await storeMail(from, to, Buffer.concat(chunks).toString('utf8'))
        if (to.some((address) => (modesByRecipient.get(address.toLowerCase()) ?? defaultMode) === 'drop')) {
          for (const socket of sockets) socket.destroy()
          return
        }
        answer()
      })
    },
  })
  server.on('error', () => {}) // the client disconnected
  server.server.prependListener('connection', (socket: Socket) => {
    if (defaultMode === 'away') socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const address = await new Promise<AddressInfo | string | null>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server.server.address()))
  })

  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    mails,
    behave: (nextMode, recipient) => {
      if (recipient) modesByRecipient.set(recipient.toLowerCase(), nextMode)
      else defaultMode = nextMode
      if (nextMode === 'away') for (const socket of sockets) socket.destroy()
    },
    received: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(resolveIfReceived)
          reject(new Error(`${mails.length} of ${count} mails came`))
        }, 240_000)
        const resolveIfReceived = (): void => {
          if (mails.length < count) return
          clearTimeout(timer)
          listeners.delete(resolveIfReceived)
          resolve(mails)
        }
        listeners.add(resolveIfReceived)
        resolveIfReceived()
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
