import { expect, test } from 'vitest'
import { contactPreferenceReader } from './contact-preference.ts'
import { readTable } from './read-table.ts'
import { defaultLimits } from './table.ts'

async function read(header: string, value: string, name = 'Ann Able') {
  const text = `Date,Amount,Name,${header}\n2026-11-03,10,${name},${value}\n2026-11-04,10,Bo Baker,\n`
  const table = await readTable(new TextEncoder().encode(text), 'gifts.csv', defaultLimits)
  const [row] = table.rows
  return row ? contactPreferenceReader(table)(row, name) : null
}

test.each([
  ['Do Not Email', 'Yes'],
  ['Do Not Contact', 'TRUE'],
  ['Email Opt Out', '1'],
  ['HasOptedOutOfEmail', 'true'],
  ['Unsubscribed', 'x'],
  ['Unsubscribed At', '2026-01-02'],
  ['Email Opt In', 'No'],
  ['Communication Preference', 'Mail only'],
  ['Communication Preference', 'Unsubscribed'],
  ['Contact Preferences', 'Do not contact'],
  ['Preferred Contact Method', 'None'],
  ['Solicit Codes', 'Do Not Email; Do Not Call'],
  ['Email Status', 'unsubscribed'],
  ['no_email', 'Y'],
  ['No Email', 'Yes'],
  ['Requests no email', 'Yes'],
  ['Primary Contact: Email Opt Out', '1'],
  ['Communication tags', 'Do not email'],
  ['Emailable?', 'No'],
  ['Contact OK', 'N'],
  ['DNC', 'x'],
  ['GDPR Consent', 'No'],
  ['Email Permission Status', 'Denied'],
  ['Can we contact you?', 'No'],
  ['npo02__Do_Not_Contact__c', '1'],
  ['No Email?', '✓'],
  ['Subscribed to newsletter', '0'],
  ['Opt-out date', '2026-01-01'],
  ['Email Opt In Status', 'Not opted in'],
  ['Email Interest Type', 'OptedOut'],
  ['Communication Restrictions', 'DoNotSolicit'],
  ['Solicit Code', 'NOEMAIL'],
  ['Mail Code', 'Do not mail or email'],
  ['Donor Tags', 'VIP; Do Not Email'],
  ['Privacy', 'Do-not-contact'],
  ['Note', 'Please do not email'],
  ['Ne pas envoyer de courriel', 'Oui'],
  ['Consentement courriel', 'Non'],
  ['Désabonné', 'Oui'],
  ['No enviar correos', 'Sí'],
  ['Acepta correos', 'No'],
  ['Notas', 'Por favor no enviar correos'],
  ['Keine E-Mail', 'ja'],
  ['Einwilligung E-Mail', 'nein'],
  ['Werbesperre', 'ja'],
  ['Contact Preference', 'Receipts only'],
  ['Contact Preference', 'Annual appeal only'],
  ['Email Status', 'Spam complaint'],
  ['Notes', 'Asked to be removed from all emails 5/2025'],
  ['Contact preference', 'Phone'],
  ['Contact Preference', 'Postal mail only'],
  ['Preferred contact method', 'Mail'],
  ['Preferred Contact Method', 'Text'],
  ['Preferred Communication', 'Phone; Letter'],
  ['Communication Preference', 'US Mail'],
  ['Best way to reach you', 'Call my cell'],
  ['How would you like to be contacted?', 'By phone'],
  ['Moyen de contact préféré', 'Téléphone'],
  ['Medio de contacto', 'Correo postal'],
])('%s = %s forbids email', async (header, value) => {
  expect(await read(header, value)).toBe('opted_out')
})

test.each([
  ['Mailchimp Status', 'Cleaned'],
  ['Email Status', 'Hard Bounce'],
  ['Email Status', 'Bounced'],
  ['Email Status', 'Invalid'],
  ['Email status', 'soft_bounced'],
  ['Email valid', 'No'],
  ['Is Email Valid?', 'FALSE'],
  ['Email Validity', 'Invalid'],
  ['Email verification', 'undeliverable'],
  ['Email Deliverable', 'N'],
  ['Undeliverable', 'X'],
  ['Email Bounced', '1'],
  ['EmailBouncedDate', '2026-10-01'],
  ['Hard bounce', 'Yes'],
  ['Bad Email', 'Yes'],
  ['Courriel invalide', 'Oui'],
  ['Correo rebotado', 'Sí'],
])('%s = %s means that the address does not work', async (header, value) => {
  expect(await read(header, value)).toBe('bounced')
})

test.each([
  ['Deceased', 'Yes'],
  ['Is Deceased', 'TRUE'],
  ['Deceased Date', '3/1/2026'],
  ['Communication Preference', 'Deceased'],
  ['Constituent Status', 'Deceased'],
  ['Inactive Reason', 'deceased'],
  ['Title', 'The Late'],
  ['Primary Contact: Deceased', '1'],
  ['Constituent Codes', 'Board; Deceased'],
  ['Suffix', '(deceased)'],
  ['Décédé', 'Oui'],
  ['Fallecido', 'Sí'],
  ['Verstorben', 'ja'],
  ['nomail_reason', 'DE'],
  ['Notes', 'Passed away 11/20'],
  ['Comments', 'Donor has died, send card to family'],
])('%s = %s means that the donor died', async (header, value) => {
  expect(await read(header, value)).toBe('deceased')
})

test('a name can show that the donor died', async () => {
  expect(await read('Note', '', 'Estate of Harold Finch')).toBe('deceased')
})

test.each([
  ['Do Not Email', 'No'],
  ['Do Not Mail', 'Yes'],
  ['Do Not Call', 'Yes'],
  ['Email Opt Out', 'FALSE'],
  ['Email Opt In', 'Yes'],
  ['Communication Preference', 'Email'],
  ['Deceased', 'No'],
  ['Note', 'Do not contact my employer'],
  ['Number of emails', '1'],
  ['Is Primary Contact', 'No'],
  ['Email receipt', 'No'],
  ['SMS opt in', 'No'],
  ['Join mailing list', 'No'],
  ['Spouse: Do Not Email', 'Yes'],
  ['Spouse Status', 'Deceased'],
  ['Honoree Type', 'Deceased'],
  ['Emailable?', 'Yes'],
  ['Email Status', 'Valid'],
  ['Email valid', 'Yes'],
  ['Email Verified', ''],
  ['Bounced', 'No'],
  ['Bounces', '0'],
  ['Check bounced', 'Yes'],
  ['Contact Preference', 'Email only'],
  ['Notes', 'Removed from the gala committee'],
  ['Contact preference', 'Phone; Email'],
  ['Contact Preference', 'Any'],
  ['Preferred Contact Method', 'E-mail'],
  ['Preferred Contact Method', 'Mail or email'],
  ['Preferred Contact Method', 'No preference'],
  ['Préférence de contact', 'Mail'],
  ['Medio de contacto', 'Correo electrónico'],
  ['Preferred Phone Type', 'Mobile'],
  ['Preferred way to give', 'By mail'],
  ['Solicitation method', 'Direct mail'],
])('%s = %s forbids nothing', async (header, value) => {
  expect(await read(header, value)).toBeNull()
})
