import type { FastifyInstance, FastifyReply } from 'fastify'
import { readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { html, sendPlainPage } from '../../../../platform/http/plain-page.ts'
import { findStoredMail, listStoredMails } from '../../../../platform/mail/stored-mails.queries.ts'
import { notFound } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

const maxShown = 200

async function parseMail(raw: string) {
  const { default: PostalMime, decodeWords } = await import('postal-mime')
  const { headers, html = '', text = '' } = await PostalMime.parse(raw)
  return { headers: headers.map(({ originalKey, value }) => [originalKey, decodeWords(value)] as const), html, text }
}

export async function serveDevOutbox(http: FastifyInstance, platform: Platform): Promise<void> {
  if (platform.config.isProduction || platform.config.smtpUrl) return

  const listMails = (recipient: string) =>
    withoutTenant(readOnly(platform.database), (db) => listStoredMails(db, recipient, maxShown))
  const readRawMail = async (id: string): Promise<string> => {
    if (!/^\d{1,15}$/.test(id)) throw notFound()
    const rawMail = await withoutTenant(readOnly(platform.database), (db) => findStoredMail(db, Number(id)))
    if (rawMail === null) throw notFound()
    return rawMail
  }

  http.get<{ Querystring: { to?: string } }>('/dev/outbox.json', async ({ query }, reply) => {
    const mails = await listMails(String(query.to ?? ''))
    const fullMails = await Promise.all(
      mails.map(async (mail) => {
        const { html: page, text, headers } = await parseMail(await readRawMail(String(mail.id)))
        return { id: mail.id, to: mail.recipient, subject: mail.subject, at: mail.stored_at, html: page, text, headers }
      }),
    )
    return reply.header('cache-control', 'no-store').send({ mails: fullMails })
  })

  http.get<{ Querystring: { to?: string } }>('/dev/outbox', async ({ query }, reply) => {
    const to = String(query.to ?? '')
    const mails = await listMails(to)
    const rows = mails.map(
      (mail) => html`<tr><td><a href="/dev/outbox/${mail.id}">${mail.subject}</a></td><td>${mail.recipient}</td>
<td>${mail.stored_at.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`,
    )
    return sendPlainPage(reply, {
      title: 'Outbox',
      body: html`<div class="page wide"><main><h1>Outbox</h1>
<p class="muted">No mail server is set up, so mails are kept here instead of being sent. The newest ${maxShown} are shown.</p>
<form method="get" action="/dev/outbox"><label for="to">Recipient</label><input type="text" id="to" name="to" value="${to}"></form>
${rows.length === 0 ? html`<p>Nothing yet.</p>` : html`<table><thead><tr><th>Subject</th><th>To</th><th>At (UTC)</th></tr></thead><tbody>${rows}</tbody></table>`}
</main></div>`,
    })
  })

  http.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const { headers, text } = await parseMail(await readRawMail(params.id))
    const rows = headers.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
    const subject = headers.find(([name]) => name.toLowerCase() === 'subject')?.[1] ?? ''
    const page = sendPlainPage(reply.header('x-frame-options', 'SAMEORIGIN'), {
      title: subject || 'Mail',
      framesShown: true,
      body: html`<div class="page wide"><nav class="from"><a href="/dev/outbox">Outbox</a></nav><main><h1>${subject}</h1>
<p><a href="/dev/outbox/${params.id}/html" target="_blank" rel="noopener">HTML by itself</a> · <a href="/dev/outbox/${params.id}/raw">Raw source</a></p>
<iframe title="The mail as HTML" src="/dev/outbox/${params.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" class="mail"></iframe>
<h2>Plain text</h2><pre class="letter">${text}</pre><h2>Headers</h2><table><tbody>${rows}</tbody></table></main></div>`,
    })
    return page
  })

  http.get<{ Params: { id: string } }>('/dev/outbox/:id/html', async ({ params }, reply) =>
    sendSandboxed(
      reply,
      'text/html; charset=utf-8',
      withLinksInNewTabs((await parseMail(await readRawMail(params.id))).html),
    ),
  )
  http.get<{ Params: { id: string } }>('/dev/outbox/:id/raw', async ({ params }, reply) =>
    sendSandboxed(reply, 'text/plain; charset=utf-8', await readRawMail(params.id)),
  )
}

/** The email is untrusted: no scripts, no origin. */
function sendSandboxed(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      // Email HTML uses inline styles. The sandbox runs no scripts.
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'",
    )
    .type(type)
    .send(content)
}

const withLinksInNewTabs = (page: string): string => page.replace('<head>', '<head><base target="_blank">')
