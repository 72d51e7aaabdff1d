import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { startFakeMailServer } from '../server/src/testing/fake-mail-server.ts'

const folderVariable = 'TWOFOLD_E2E_MAILS'

/** Stores emails in a folder, so that every test process can read them. */
export async function startMailbox(folder: string): Promise<{ smtpUrl: string; stop: () => Promise<void> }> {
  const mails = join(folder, 'mails')
  mkdirSync(mails)
  process.env[folderVariable] = mails
  let count = 0
  const server = await startFakeMailServer({
    onMail: ({ raw }) => {
      const name = String(++count).padStart(6, '0')
      writeFileSync(join(folder, name), raw)
      renameSync(join(folder, name), join(mails, name)) // readers never see a partial email
    },
  })
  return { smtpUrl: server.url, stop: server.stop }
}

/** Tests poll hundreds of emails: each file is parsed once. */
const read = new Map<string, Email>()

/** Oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const folder = process.env[folderVariable]
  if (!folder) throw new Error('the global setup has not started the mailbox')
  const all = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => readMail(join(folder, name))),
  )
  return all.filter(({ to }) => to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()))
}

async function readMail(path: string): Promise<Email> {
  const mail = read.get(path) ?? (await PostalMime.parse(readFileSync(path)))
  read.set(path, mail)
  return mail
}
