import { expect, test } from 'vitest'
import { checkMap, defaultLimits, proposeMap, readGifts, readTable } from './index.ts'

const today = '2026-11-21'

async function read(text: string) {
  const table = await readTable(Buffer.from(text), 'export.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  return { table, map, result: readGifts(table, map, { today, leaveOutAttention: true }) }
}

test.each([
  [
    'French',
    `Nº de transaction,Date du don,Montant,Nom du donateur,Courriel,Statut du paiement
Q1,2026-11-14,"1 234,50 $",René Exemple,rene@example.org,Réussi
Q2,2026-11-13,"75,00 $",Élise Exemple,elise@example.org,Payée
Q3,2026-11-12,"10,00 $",Guy Exemple,guy@example.org,Remboursé
Q4,2026-11-11,"19,99 $",Guy Exemple,guy@example.org,Échoué
Q5,2026-11-10,"20,00 $",Guy Exemple,guy@example.org,En attente`,
  ],
  [
    'Spanish',
    `Número de transacción,Fecha,Importe,Nombre del donante,Correo,Estado del pago
Q1,2026-11-14,"1.234,50",Ana Ejemplo,ana@example.org,Completado
Q2,2026-11-13,"75,00",Luz Ejemplo,luz@example.org,Pagado
Q3,2026-11-12,"10,00",Luz Ejemplo,luz@example.org,Reembolsado
Q4,2026-11-11,"19,99",Luz Ejemplo,luz@example.org,Rechazada
Q5,2026-11-10,"20,00",Luz Ejemplo,luz@example.org,Pendiente`,
  ],
  [
    'German',
    `Belegnr.;Spendendatum;Betrag;Name des Spenders;E-Mail;Zahlungsstatus
Q1;14.11.2026;1.234,50;Jörg Beispiel;joerg@example.org;Bezahlt
Q2;13.11.2026;75,00;Uta Beispiel;uta@example.org;Erfolgreich
Q3;12.11.2026;10,00;Uta Beispiel;uta@example.org;Zurückerstattet
Q4;11.11.2026;19,99;Uta Beispiel;uta@example.org;Fehlgeschlagen
Q5;10.11.2026;20,00;Uta Beispiel;uta@example.org;Ausstehend`,
  ],
])('%s: columns are found, and failed, refunded or pending payments are left out', async (_, text) => {
  const { map, result } = await read(text)
  expect(Object.values(map).slice(0, 5)).toEqual([
    'transaction_id',
    'donated_at',
    'amount',
    'donor.name',
    'donor.email',
  ])
  expect(result.gifts.map(({ amountCents }) => amountCents)).toEqual([123450, 7500])
  expect(result.leftOut.length).toBe(3)
  expect(result.attention.map(({ kind }) => kind).sort()).toEqual([
    'payment_failed',
    'payment_pending',
    'payment_refunded',
  ])
})

test('a form with questions as headers is read', async () => {
  const { map } = await read(`Timestamp,What is your name?,Email Address,How much did you give?,Where do you work?
2026-11-07 14:30,Tess Example,tess@example.org,$50,PayPal
2026-11-08 09:00,Ivo Example,ivo@example.org,50 USD,Nike`)
  expect(map).toMatchObject({
    timestamp: 'donated_at',
    what_is_your_name: 'donor.name',
    email_address: 'donor.email',
    how_much_did_you_give: 'amount',
    where_do_you_work: 'company.name',
  })
})

test('numbered donors are donors', async () => {
  const { map } = await read(`donation_id,date,amount,donor_name,email
G-0001,2026-11-07,5,Donor 0001,a@example.org
G-0002,2026-11-08,6,Donor 0002,b@example.org`)
  expect(map.donor_name).toBe('donor.name')
})

test.each([
  [
    'Fecha de donación,Monto,Nombre,Apellido,Correo electrónico,Empleador,Ciudad,Código postal',
    '2026-11-01,50,Ana,Ruiz,ana@example.org,Google,Austin,78701',
  ],
  [
    'Spendendatum;Spendenbetrag;Vorname;Nachname;E-Mail;Firma;Ort;PLZ',
    '01.11.2026;50,00;Ana;Ruiz;ana@example.org;Google;Berlin;10115',
  ],
])('%s: every column has the expected target', async (header, row) => {
  const { map } = await read(`${header}\n${row}\n${row.replaceAll('50', '60')}`)
  expect(Object.values(map)).toEqual([
    'donated_at',
    'amount',
    'donor.first_name',
    'donor.last_name',
    'donor.email',
    'company.name',
    'address.city',
    'address.zip',
  ])
})

test('a repeated row refers to the original by its row number', async () => {
  const { result } = await read(`Transaction ID,Date,Amount,Email
T1,2026-11-07,5,a@example.org
T2,2026-11-08,6,b@example.org
T1,2026-11-07,5,a@example.org`)
  expect(result.rejected).toMatchObject([{ row: 3, problem: expect.stringContaining('in row 2 (') }])
})

test('the proposed map is valid, also for columns named like JavaScript properties', async () => {
  const { table, map } = await read(`Date,Amount,Email,constructor,prototype,__proto__
2026-11-07,5,a@example.org,x,y,z
2026-11-08,6,b@example.org,x,y,z`)
  expect(checkMap(map, table.headers, { hasChapters: false }).ok).toBe(true)
  expect(Object.keys(map)).toContain('constructor_column')
})
