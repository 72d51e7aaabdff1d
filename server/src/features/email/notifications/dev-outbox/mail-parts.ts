/** `multipart/alternative` with a text and an HTML part. */
export type MailParts = {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  readonly html: string
}

export function partsOfMail(raw: string): MailParts {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/i.exec(headerOf(headers, 'content-type'))?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r?\n/, '')))
    : []
  const content = (type: string): string => {
    const part = parts.find((each) => headerOf(each.headers, 'content-type').toLowerCase().startsWith(type))
    return part ? decode(part.body, headerOf(part.headers, 'content-transfer-encoding')) : ''
  }
  return {
    headers: headers.map(([name, value]) => [name, decodeWords(value)]),
    text: content('text/plain'),
    html: content('text/html'),
  }
}

function split(raw: string): { headers: [string, string][]; body: string } {
  const end = /\r?\n\r?\n/.exec(raw)
  const head = end ? raw.slice(0, end.index) : raw
  const headers = head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : []
    })
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' }
}

const headerOf = (headers: readonly (readonly [string, string])[], name: string): string =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''

function decode(body: string, encoding: string): string {
  const trimmed = body.replace(/\r?\n$/, '')
  if (encoding.toLowerCase() === 'base64') return Buffer.from(trimmed, 'base64').toString('utf8')
  return encoding.toLowerCase() === 'quoted-printable' ? quotedPrintable(trimmed.replaceAll(/=\r?\n/g, '')) : trimmed
}

function quotedPrintable(text: string): string {
  const bytes: Buffer[] = text
    .split(/(=[0-9A-Fa-f]{2})/)
    .map((part) => (/^=[0-9A-Fa-f]{2}$/.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8')))
  return Buffer.concat(bytes).toString('utf8')
}

/** RFC 2047 encoded words: `=?UTF-8?Q?Mar=C3=ADa?=`. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
}
