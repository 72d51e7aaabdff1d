import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { mailLinks } from '../match-facts.testing.ts'
import { withoutLinks } from './sent-body.ts'
import { unpack } from './unpack-sent-mails.ts'

test('stores no working link of an email', () => {
  const own = mailLinks
  const html = `<a class="button" href="${own.act}">Yes</a> <a href="https://donor.example/secret">x</a><img src="${own.pixel}"> ${own.decline}`
  const mail = { html, text: `Yes:\n${own.act}\n\n${own.unsubscribe}`, replyTo: 'a@example.org' }
  expect(withoutLinks(mail, own)).toEqual({
    from: '',
    replyTo: 'a@example.org',
    html: `<a class="button">Yes</a> <a>x</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC"> https://twofold.test/m/d/…`,
    text: 'Yes:\nhttps://twofold.test/m/c/…\n\nhttps://twofold.test/m/u/…',
  })
})

test('reads emails in earlier storage formats, with a dictionary or as JSON', async () => {
  const body = {
    from: 'River Food Bank <mail@twofold.test>',
    replyTo: '',
    text: 'Merci à vous',
    html: '<!doctype html>\n<title>River’s match</title>\n',
  }
  const first =
    'eH03sYqDC8osSy1ScMvPT1FwSszLVrABHRLjUFKen5afk6JXklpcYsfA4JtalJypcHiBQll+aTGDDfpZqpAjSsEmPWqYWawAXgANP7kUAMnlI50='
  expect(await unpack(Buffer.from(first, 'base64'))).toEqual(body)
  expect(await unpack(deflateSync(JSON.stringify(body)))).toEqual(body)
})
