import { type AddressInfo, createServer, type Socket } from 'node:net'

export type FakeImapServer = {
  readonly url: string
  readonly put: (raw: string) => void
  readonly unread: () => number
  /** `lost` closes the connection instead of marking an email as read; `readonly` refuses to. */
  readonly behave: (mood: Mood) => void
  readonly stop: () => Promise<void>
}

type Mood = 'well' | 'lost' | 'readonly'
type Kept = { readonly raw: Buffer; seen: boolean }

/** IMAP4rev1 for reading one folder, on a free port of 127.0.0.1. */
export async function startFakeImapServer(user = 'bounces', password = 'a password'): Promise<FakeImapServer> {
  const mails: Kept[] = []
  const sockets = new Set<Socket>()
  let mood: Mood = 'well'

  const answer = (socket: Socket, tag: string, command: string, rest: string): string => {
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
      const found = mails.flatMap(({ seen }, place) => (seen ? [] : [` ${place + 1}`]))
      return `* SEARCH${found.join('')}\r\n${tag} OK\r\n`
    }
    const uid = Number(/^\d+/.exec(rest)?.[0])
    const mail = mails[uid - 1]
    if (command === 'UID FETCH' && mail) {
      const most = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? mail.raw.length)
      const part = mail.raw.subarray(0, most)
      return `* ${uid} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n${part.toString('latin1')})\r\n${tag} OK\r\n`
    }
    if (command === 'UID STORE' && mail) {
      if (mood === 'lost') {
        socket.destroy()
        return ''
      }
      if (mood === 'readonly') return `${tag} NO this folder may only be read\r\n`
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
    let kept = ''
    socket.on('data', (chunk) => {
      kept += chunk.toString('latin1')
      for (let end = kept.indexOf('\r\n'); end >= 0; end = kept.indexOf('\r\n')) {
        const [tag = '*', ...words] = kept.slice(0, end).split(' ')
        const command = words.splice(0, words[0]?.toUpperCase() === 'UID' ? 2 : 1).join(' ')
        const rest = words.join(' ')
        kept = kept.slice(end + 2)
        const said = answer(socket, tag, command.toUpperCase(), rest)
        if (said !== '') socket.write(Buffer.from(said, 'latin1'))
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
    behave: (next) => {
      mood = next
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
