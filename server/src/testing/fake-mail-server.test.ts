import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { startFakeMailServer } from './fake-mail-server.ts'

describe('the mail server of the tests', () => {
  it('keeps accepted emails, refuses permanently or temporarily, and loses connections', async () => {
    const server = await startFakeMailServer()
    const smtp = createTransport({ url: server.url, connectionTimeout: 5_000 })
    const send = (to: string) => smtp.sendMail({ from: 'a@example.org', to, subject: 'Grüße', text: 'Hello' })
    server.behave('refuse', 'gone@example.org')
    server.behave('later', 'full@example.org')
    server.behave('drop', 'lost@example.org')

    await send('there@example.org')
    await expect(send('gone@example.org')).rejects.toMatchObject({ responseCode: 550 })
    await expect(send('full@example.org')).rejects.toMatchObject({ responseCode: 451 })
    await expect(send('lost@example.org')).rejects.toThrow()

    const mails = await server.received(2)
    expect(mails.map(({ to }) => to)).toEqual([['there@example.org'], ['lost@example.org']])
    expect(mails[0]?.parsed.subject).toBe('Grüße')
    await server.stop()
  })
})
