import { createServer, type Socket } from 'node:net'

/** A mail server that takes everything at once and keeps the last mail: what is measured is who sends. */
export type MailSink = {
  readonly url: string
  /** Waits for so many mails, and answers how long it was from the first to the last. */
  readonly receive: (mails: number) => Promise<number>
  /** The bytes of the last one, as a sender gives them to SMTP. */
  readonly lastMail: () => string
  readonly stop: () => void
}

const end = '\r\n.\r\n'

/** It answers each mail after so many ms. */
export async function startMailSink(takesMs: number): Promise<MailSink> {
  let count = 0
  let first = 0
  let last = ''
  let wanted: { readonly mails: number; readonly done: (ms: number) => void } | null = null
  const sockets = new Set<Socket>()
  const arrived = (mail: string): void => {
    last = mail
    if (count++ === 0) first = performance.now()
    if (wanted && count === wanted.mails) wanted.done(performance.now() - first)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let isData = false
    let rest = ''
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (;;) {
        const place = rest.indexOf(isData ? end : '\r\n')
        if (place < 0) return
        const text = rest.slice(0, place)
        rest = rest.slice(place + (isData ? end.length : 2))
        if (isData) {
          arrived(text)
          isData = false
          if (takesMs > 0) setTimeout(() => socket.write('250 taken\r\n'), takesMs)
          else socket.write('250 taken\r\n')
        } else if (text.startsWith('DATA')) {
          isData = true
          socket.write('354 go on\r\n')
        } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
        else socket.write('250 sink\r\n')
      }
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    receive: (mails) =>
      new Promise((resolve) => {
        count = 0
        wanted = { mails, done: resolve }
      }),
    lastMail: () => last,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
