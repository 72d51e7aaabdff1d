import nodemailer from 'nodemailer'
import { answerParent, given } from './child.ts'

// The least that sends mails: the same as the product's, over as many connections, and nothing is remembered.

const { mails } = given()
if (!mails?.sends) throw new Error('without mails there is nothing to send')
const { smtpUrl: url, sends, count, connections } = mails
const smtp = nodemailer.createTransport({ url, pool: true, maxConnections: connections, maxMessages: 100_000 })
smtp.on('error', () => {}) // the sink goes first
await answerParent('')
let sent = 0
const one = async (): Promise<void> => {
  while (sent < count) {
    sent++
    await smtp.sendMail({ envelope: { from: 'bench@twofold.example', to: 'donor@mail.example' }, ...sends })
  }
}
await Promise.all(Array.from({ length: connections }, one))
smtp.close()
