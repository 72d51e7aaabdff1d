import { createSocket } from 'node:dgram'

export type FakeDnsServer = {
  readonly address: string
  /** Without texts, the name does not exist. */
  readonly set: (name: string, ...texts: readonly string[]) => void
  /** `fail` reports a failure. */
  readonly behave: (mode: 'answer' | 'fail') => void
  readonly asked: string[]
  readonly stop: () => Promise<void>
}

/** A real DNS server for TXT records on a free port of 127.0.0.1. */
export async function startFakeDnsServer(): Promise<FakeDnsServer> {
  const zone = new Map<string, readonly string[]>()
  const asked: string[] = []
  let mode: 'answer' | 'fail' = 'answer'
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { name, end } = parseQuestion(query)
    asked.push(name)
    const texts = zone.get(name)
    socket.send(createAnswer(query, end, mode === 'fail' ? 'failed' : (texts ?? 'unknown')), port, address)
  })
  const port = await new Promise<number>((resolve) => {
    socket.bind(0, '127.0.0.1', () => resolve(socket.address().port))
  })
  return {
    address: `127.0.0.1:${port}`,
    set: (name, ...texts) => {
      if (texts.length === 0) zone.delete(name)
      else zone.set(name, texts)
    },
    behave: (nextMode) => {
      mode = nextMode
    },
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** RFC 1035, 4.1.2: labels with length prefixes, followed by type and class. */
function parseQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

const codes = { failed: 2, unknown: 3 } as const

function createAnswer(query: Buffer, questionEnd: number, texts: readonly string[] | keyof typeof codes): Buffer {
  const isKnown = typeof texts !== 'string'
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 + (isKnown ? 0 : codes[texts]), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isKnown ? texts.length : 0, 6)
  return Buffer.concat([header, query.subarray(12, questionEnd), ...(isKnown ? texts.map(createRecord) : [])])
}

/** TXT, IN, a minute, and the text in parts of at most 255 bytes. */
function createRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, part) =>
    bytes.subarray(part * 255, part * 255 + 255),
  )
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]))
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
  return Buffer.concat([head, data])
}
