import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * RFC 6376, for rsa-sha256 with relaxed canonicalization and a key in base64. Returns the covered header fields. Throws
 * if invalid.
 */
export function verifyDkim(raw: string, publicKey: string): { domain: string; selector: string; covers: string[] } {
  const headerEnd = raw.indexOf('\r\n\r\n')
  const fields = raw.slice(0, headerEnd).split(/\r\n(?![ \t])/)
  const body = relaxedBody(raw.slice(headerEnd + 4))
  const signature = fields.find((field) => /^DKIM-Signature:/i.test(field))
  if (!signature) throw new Error('The mail is not signed.')
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=')
        return [name.trim(), value.join('=').replaceAll(/\s/g, '')] as const
      }),
  )
  const tag = (name: string): string => tags.get(name) ?? ''
  if (tag('a') !== 'rsa-sha256' || tag('c') !== 'relaxed/relaxed')
    throw new Error(`not read here: ${tag('a')}, ${tag('c')}`)
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) throw new Error('The body was changed.')
  const covers = tag('h').toLowerCase().split(':')
  const unsignedFields = [...fields]
  const signedHeaders = covers.flatMap((name) => {
    const at = unsignedFields.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`))
    return at < 0 ? [] : unsignedFields.splice(at, 1).map(relaxedHeader)
  })
  const signatureHeader = relaxedHeader(signature.replace(/([;\s]b=)[^;]*/, '$1'))
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const text = [...signedHeaders, signatureHeader].join('\r\n')
  if (!verify('sha256', Buffer.from(text), key, Buffer.from(tag('b'), 'base64')))
    throw new Error('The header was changed.')
  return { domain: tag('d'), selector: tag('s'), covers }
}

function relaxedHeader(field: string): string {
  const colon = field.indexOf(':')
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`
}

const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}
