import { expect, test } from 'vitest'
import { mailLinks } from '../match-facts.testing.ts'
import { packBody, unpackBody, withoutLinks } from './kept-body.ts'

test('whatever a mail says, no link in what is kept of it works', async () => {
  const own = mailLinks
  const html = `<a class="button" href="${own.act}">Yes</a> <a href="https://donor.example/secret">x</a><img src="${own.pixel}"> ${own.decline}`
  const mail = { html, text: `Yes:\n${own.act}\n\n${own.unsubscribe}`, replyTo: 'a@example.org' }
  const kept = await unpackBody(await packBody(withoutLinks(mail, own)))
  expect(kept).toEqual({
    from: '',
    replyTo: 'a@example.org',
    html: `<a class="button">Yes</a> <a>x</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC"> https://twofold.test/m/d/…`,
    text: 'Yes:\nhttps://twofold.test/m/c/…\n\nhttps://twofold.test/m/u/…',
  })
})
