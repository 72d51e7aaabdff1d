import { directory, directoryFiles, donations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'
import { applyTimeTransitions } from '../../../matches/matches/index.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { role: 'web' } })
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
})
afterAll(() => app.stop())

const { directoryFileMessages: words } = directoryFiles
const formOf = (text: string, seen?: string, name = 'companies.csv') => {
  const form = new FormData()
  form.set('companies', new File([text], name))
  if (seen !== undefined) form.set('seen', seen)
  return form
}
const review = (text: string) => app.call(directoryFiles.reviewDirectoryFile, { form: formOf(text) }, { token })
const upload = (text: string, seen: string) =>
  app.call(directoryFiles.uploadDirectoryFile, { form: formOf(text, seen) }, { token })
const refusal = (text: string, seen = '') =>
  app.refusal(directoryFiles.uploadDirectoryFile, { form: formOf(text, seen) }, { token })
const load = async (text: string) => upload(text, (await review(text)).seen)
const read = (companyId: number) => app.call(directory.getDirectoryCompany, { params: { companyId } }, { token })
const latest = async () => (await app.call(directory.listDirectoryChanges, {}, { token })).changes[0]
const undo = (changeId: number) => ({ params: { changeId } })
const passed = async () => {
  app.clock.advance({ minutes: 1 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
}
const idOf = async (name: string) => {
  const [row] = await app.query('SELECT id FROM companies WHERE name = $1', [name])
  return Number(row?.['id'] ?? 0)
}

test('uploading the downloaded file changes nothing', async () => {
  const response = await app.sendRoute(directoryFiles.downloadDirectory, {}, { token })
  const text = await response.text()
  const seen = await review(text)
  expect(seen).toMatchObject({ added: 0, changed: 0, refused: 0, problems: [], companies: [], left_out: [] })
  expect(seen.unchanged).toBeGreaterThan(1_000)
  expect((await refusal(text, seen.seen)).message).toBe(words.nothing)
})

test('previews a file with its problems, changes companies and policies together, and undoes it as one', async () => {
  const org = await app.createOrganization({ name: 'Riverbend' })
  const staff = await app.signIn(await app.createMember(org, 'write'))
  const ids = await app.createCompanies([
    {
      name: 'Larkspur Mills',
      aliases: ['LM Old'],
      domains: ['larkspur.example'],
      policy: {
        method: 'csr',
        submission_url: 'https://give.larkspur.example',
        ratio: '1:1',
        min_amount_cents: 10_000,
      },
    },
    { name: 'Quartz Pictures', aliases: ['QP Films'] },
  ])
  const larkspur = ids.get('Larkspur Mills') ?? 0
  const small = await recordDonation(app, org, {
    email: 'ann@example.org',
    employer: 'Larkspur Mills',
    amountCents: 5_000,
  })
  const match = async () =>
    (await app.call(donations.getDonation, { params: { id: small.id } }, { token: staff })).donation
  const text = [
    'Company,Aliases,Domains,Has Program,Ratio,Minimum,Source,Part Of,Platform,Budget',
    'Larkspur West,LW,larkspur-west.example,,,,,Larkspur Group,,x',
    'larkspur mills,LM Old|LM New,larkspur.example,yes,2:1,0,https://larkspur.example/match,,,x',
    'Larkspur Group,,,yes,1:1,,https://larkspur.example/group,,Benevity,x',
    'Opal Works,QP Films,,,,,,,,x',
    'Jade Works,,,yes,double,,https://jade.example,,,x',
    'Jade Mines,,not a domain,,,,,,,x',
    'Jade Mining,,,yes,1:1,,https://jade.example,,Benevityy,x',
    'Jade Quarry,,,yes,1:1,,,,,x',
    'Jade Rings,,,,,,,Nobody Known,,x',
    'Larkspur Group,,,,,,,,,x',
  ].join('\n')
  const seen = await review(text)
  expect(seen).toMatchObject({ added: 2, changed: 1, unchanged: 0, refused: 7, left_out: ['Budget'] })
  expect(seen.problems).toEqual([
    { row: 5, name: 'Opal Works', why: '“QP Films” is already a name of Quartz Pictures. Remove it there first.' },
    { row: 6, name: 'Jade Works', why: expect.stringContaining('ratio: ') },
    { row: 7, name: 'Jade Mines', why: `email_domains: ${directory.directoryMessages.domain}` },
    { row: 8, name: 'Jade Mining', why: expect.stringContaining('“Benevityy”') },
    { row: 9, name: 'Jade Quarry', why: expect.stringContaining(directory.directoryMessages.source) },
    { row: 10, name: 'Jade Rings', why: `${words.noParent}: “Nobody Known”.` },
    { row: 11, name: 'Larkspur Group', why: words.twice },
  ])
  expect(seen.companies.map(({ name, is_new }) => [name, is_new])).toEqual([
    ['Larkspur Mills', false],
    ['Larkspur Group', true],
    ['Larkspur West', true],
  ])
  expect(seen.companies[0]?.changes).toEqual([
    { term: 'Other name', from: '', to: 'LM New' },
    { term: 'Ratio', from: '1:1', to: '2:1' },
    { term: 'Minimum', from: '$100', to: 'none' },
  ])
  expect(seen.review).toMatchObject({ gifts: 1, changed: 1, mails: { is_whole: true } })
  expect(await idOf('Larkspur Group')).toBe(0)
  expect((await read(larkspur)).versions).toHaveLength(1)

  const done = await upload(text, seen.seen)
  expect(done).toMatchObject({ added: 2, changed: 1, refused: 7, change: { kind: 'file', gifts: 1, can_undo: true } })
  expect(await latest()).toMatchObject({ subject: 'companies.csv', by: 'Sam Support' })
  const west = await read(await idOf('Larkspur West'))
  expect([west.parent?.name, west.company.email_domains]).toEqual(['Larkspur Group', ['larkspur-west.example']])
  expect((await read(await idOf('Larkspur Group'))).versions[0]).toMatchObject({
    csr_platform: 'benevity',
    ratio: '1:1',
  })
  await passed()
  expect(await match()).toMatchObject({ status_id: 7, matched: 100 })
  const own = (await read(larkspur)).changes[0]
  expect(own).toMatchObject({ kind: 'company', can_undo: true })

  expect((await app.call(directory.undoDirectoryChange, undo(done.change.id), { token })).change).toMatchObject({
    undone_by: 'Sam Support',
    can_undo: false,
  })
  expect([await idOf('Larkspur Group'), await idOf('Larkspur West')]).toEqual([0, 0])
  const back = await read(larkspur)
  expect([back.company.aliases, back.versions.find(({ is_current }) => is_current)?.ratio]).toEqual([['LM Old'], '1:1'])
  await passed()
  expect(await match()).toMatchObject({ status_id: 10 })
})

test('a blank cell keeps the value, a hyphen clears it', async () => {
  const ids = await app.createCompanies([
    {
      name: 'Topaz Lines',
      aliases: ['TL'],
      domains: ['topaz.example'],
      policy: { ratio: '1:1', max_per_year_cents: 100_000, source_url: 'https://topaz.example', as_of: '2025' },
    },
  ])
  const id = ids.get('Topaz Lines') ?? 0
  await load('name,aliases,email_domains,ratio,max_amount_per_year\nTopaz Lines,-,,,-\n')
  const { company, versions } = await read(id)
  expect(company).toMatchObject({ aliases: [], email_domains: ['topaz.example'] })
  expect(versions[0]).toMatchObject({
    ratio: '1:1',
    max_per_year: null,
    source_url: 'https://topaz.example',
    as_of: '2025',
  })
})

test('requires a new preview after another change', async () => {
  const ids = await app.createCompanies([{ name: 'Umber Foods' }])
  const text = 'name,aliases\nUmber Foods,Umber One\n'
  const { seen } = await review(text)
  const { company } = await read(ids.get('Umber Foods') ?? 0)
  await app.call(directory.saveDirectoryCompany, { body: { ...company, aliases: ['Umber Zero'] } }, { token })
  const late = await refusal(text, seen)
  expect([late.status, late.message]).toEqual([409, words.otherwise])
  const { change } = await load(text)
  const trail = async () =>
    (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes.find(
      ({ id }) => id === change.id,
    )
  expect(await trail()).toMatchObject({ kind: 'file', can_undo: true })
  const later = await app.call(
    directory.saveDirectoryCompany,
    { body: { ...company, aliases: ['Umber Two'] } },
    { token },
  )
  expect(await trail()).toMatchObject({ can_undo: false })
  const stays = await app.refusal(directory.undoDirectoryChange, undo(change.id), { token })
  expect(stays.message).toBe('Umber Foods changed since. Undo the later change first.')
  expect((await read(company.company_id)).company.aliases).toEqual(['Umber Two'])
  await app.call(directory.undoDirectoryChange, undo(later.changes[0]?.id ?? 0), { token })
  expect(await trail()).toMatchObject({ can_undo: true })
})

test('refuses a file that is not a list of companies, and uploads by anyone except our support team', async () => {
  expect((await refusal('Donor,Amount\nAnn,5\n')).message).toBe(words.noName)
  expect((await refusal('name,colour\nAnn,blue\n')).message).toBe(words.noColumns)
  const member = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  const refused = await app.refusal(
    directoryFiles.reviewDirectoryFile,
    { form: formOf('name,aliases\nUmber Foods,UF\n') },
    { token: member },
  )
  expect(refused.status).toBe(403)
})
