import { type AddressInfo, createServer, type Socket } from 'node:net'

export type FakeImapServer = {
  readonly url: string
  readonly put: (raw: string) => void
  readonly unread: () => number
  /** `lost` closes the connection instead of marking an email as read; `readonly` refuses to. */
  readonly behave: (mode: Mode) => void
  readonly stop: () => Promise<void>
}

type Mode = 'well' | 'lost' | 'readonly'
type StoredMail = { readonly raw: Buffer; seen: boolean }

/** IMAP4rev1 for reading one folder, on a free port of 127.0.0.1. */
export async function startFakeImapServer(user = 'bounces', password = 'a password'): Promise<FakeImapServer> {
  const mails: StoredMail[] = []
  const sockets = new Set<Socket>()
  let mode: Mode = 'well'

  const respond = (socket: Socket, tag: string, command: string, rest: string): string => {
    if (command === 'CAPABILITY') return `* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`
    if (command === 'LOGIN') {
      const isRight = rest.replaceAll('"', '') === `${user} ${password}`
      return isRight ? `${tag} OK\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`
    }
    if (command === 'LIST')
      return `* LIST (\\HasNoChildren) "/" ${rest.endsWith('""') ? '""' : 'INBOX'}\r\n${tag} OK\r\n`
    if (command === 'SELECT') {
      const state = ['FLAGS (\\Seen)', `${mails.length} EXISTS`, '0 RECENT', 'OK [UIDVALIDITY 1] ok']
      return `${state.map((line) => `* ${line}\r\n`).join('')}${tag} OK [READ-WRITE] ok\r\n`
    }
    if (command === 'UID SEARCH') {
      const unreadUids = mails.flatMap(({ seen }, index) => (seen ? [] : [` ${index + 1}`]))
      return `* SEARCH${unreadUids.join('')}\r\n${tag} OK\r\n`
    }
    const uid = Number(/^\d+/.exec(rest)?.[0])
    const mail = mails[uid - 1]
    if (command === 'UID FETCH' && mail) {
      const maxBytes = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? mail.raw.length)
      const part = mail.raw.subarray(0, maxBytes)
      return `* ${uid} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n${part.toString('latin1')})\r\n${tag} OK\r\n`
    }
    if (command === 'UID STORE' && mail) {
      if (mode === 'lost') {
        socket.destroy()
        return ''
      }
      if (mode === 'readonly') return `${tag} NO this folder may only be read\r\n`
      mail.seen = true
      return `* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))\r\n${tag} OK\r\n`
    }
    if (command === 'LOGOUT') return `* BYE\r\n${tag} OK\r\n`
    return `${tag} BAD ${command} is not known here\r\n`
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {}) // the client disconnected
    socket.write('* OK ready\r\n')
    let buffered = ''
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1')
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const [tag = '*', ...words] = buffered.slice(0, end).split(' ')
        const command = words.splice(0, words[0]?.toUpperCase() === 'UID' ? 2 : 1).join(' ')
        const rest = words.join(' ')
        buffered = buffered.slice(end + 2)
        const response = respond(socket, tag, command.toUpperCase(), rest)
        if (response !== '') socket.write(Buffer.from(response, 'latin1'))
        if (command.toUpperCase() === 'LOGOUT') socket.end()
      }
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  return {
    url: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    put: (raw) => mails.push({ raw: Buffer.from(raw), seen: false }),
    unread: () => mails.filter(({ seen }) => !seen).length,
    behave: (nextMode) => {
      mode = nextMode
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
