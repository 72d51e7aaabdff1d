import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import type { DirectoryChangeContext, DirectoryTransaction } from '../../changes/index.ts'
import { changeCompanies, outcomeDigest } from './change-companies.ts'
import { undoChange } from './undo-change.ts'
import { type CompanyInput, writeCompanies } from './write-companies.ts'

let app: TestApp
let by: DirectoryChangeContext

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { role: 'web' } })
  const { id } = await app.createUser({ isSuper: true })
  by = { platform: app.platform, request: { ip: '127.0.0.1', id: 'r1' }, caller: { user: { id } } }
})
afterAll(() => app.stop())

const row = (at: number, name: string, given: Partial<CompanyInput> = {}): CompanyInput => ({
  row: at,
  name,
  fields: {},
  terms: {},
  ...given,
})

const dryRun = (rows: readonly CompanyInput[]) =>
  acrossOrganizations(app.platform.database, (db) => writeCompanies(db, by, rows), { dryRun: true })

async function change(rows: readonly CompanyInput[]) {
  const seen = outcomeDigest(await dryRun(rows))
  const { answer, statements } = await counted((work) =>
    changeCompanies(work, by, { name: 'companies.csv', rows, seen }),
  )
  return { ...answer, statements }
}

async function counted<T>(act: (work: DirectoryTransaction) => Promise<T>) {
  let statements = 0
  const answer = await acrossOrganizations(app.platform.database, (db, client) => {
    const counting: Db = {
      ...db,
      run: (statement) => {
        statements += 1
        return db.run(statement)
      },
    }
    return act({ db: counting, client })
  })
  return { answer, statements }
}

const standing = (trade: string) =>
  app.query(
    `SELECT c.name, c.website, p.name AS parent,
       ARRAY(SELECT a.name FROM company_aliases a WHERE a.company_id = c.id ORDER BY 1) AS aliases,
       ARRAY(SELECT d.domain FROM company_domains d WHERE d.company_id = c.id ORDER BY 1) AS domains,
       ARRAY(SELECT v.version FROM policies v WHERE v.company_id = c.id AND v.superseded_at IS NULL ORDER BY 1) AS versions
     FROM companies c LEFT JOIN companies p ON p.id = c.parent_id WHERE c.name LIKE $1 ORDER BY c.name`,
    [`${trade} %`],
  )

/** Equal numbers of new companies, subsidiaries, and existing companies with a policy for each half of the year. */
async function fileOf(trade: string, count: number): Promise<CompanyInput[]> {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const ids = await app.createCompanies(
    numbers.map((at) => ({
      name: `${trade} Old ${at}`,
      aliases: [`${trade} Former ${at}`],
      domains: [`${trade}-old-${at}.example`],
      policy: { ratio: '1:1', valid_from: '2026-01-01', valid_to: '2026-06-30' },
    })),
  )
  await app.query(
    `INSERT INTO policies (company_id, version, program, ratio, source_url, valid_from)
     SELECT id, 2, 'yes', '2:1', 'https://example.org', '2026-07-01' FROM unnest($1::bigint[]) AS id`,
    [[...ids.values()]],
  )
  const source_url = `https://${trade}.example`
  return [
    ...numbers.map((at) => row(3 * at + 2, `${trade} West ${at}`, { parent: `${trade} New ${at}` })),
    ...numbers.map((at) =>
      row(3 * at + 3, `${trade} New ${at}`, {
        fields: { aliases: [`${trade} N${at}`], email_domains: [`${trade}-${at}.example`] },
        terms: { program: 'yes', ratio: '3:1', source_url },
      }),
    ),
    ...numbers.map((at) =>
      row(3 * at + 4, `${trade} Old ${at}`, {
        fields: { aliases: [`${trade} Later ${at}`], website: source_url },
        terms: { max_per_year: 500, valid_to: '2026-09-30' },
      }),
    ),
  ]
}

test('a large file takes as many statements as a small one', async () => {
  const few = await change(await fileOf('Millers', 2))
  const many = await change(await fileOf('Bakers', 40))
  expect([few.written.length, many.written.length]).toEqual([6, 120])
  expect(many.statements).toBe(few.statements)
  expect(many.statements).toBeLessThan(30)
  // The version for the second half of the year continues after the new end of the first.
  const versions = await app.query(
    `SELECT p.version, p.ratio, p.superseded_at IS NULL AS counts, to_char(p.valid_from, 'MM-DD') AS since, to_char(p.valid_to, 'MM-DD') AS until
     FROM policies p JOIN companies c ON c.id = p.company_id WHERE c.name = 'Bakers Old 7' ORDER BY p.version`,
  )
  expect(versions).toEqual([
    { version: 1, ratio: '1:1', counts: false, since: '01-01', until: '06-30' },
    { version: 2, ratio: '2:1', counts: false, since: '07-01', until: null },
    { version: 3, ratio: '2:1', counts: true, since: '10-01', until: null },
    { version: 4, ratio: '1:1', counts: true, since: '01-01', until: '09-30' },
  ])
  const [west] = await app.query(
    `SELECT p.name AS parent, l.changes FROM companies c JOIN companies p ON p.id = c.parent_id
     JOIN directory_changes l ON l.company_id = c.id WHERE c.name = 'Bakers West 39'`,
  )
  expect(west).toMatchObject({ parent: 'Bakers New 39', changes: expect.arrayContaining([expect.anything()]) })
})

test('validates rows in order: a name released by one row is free for the next, and a name taken by one is not', async () => {
  await app.createCompanies([{ name: 'Weavers One', aliases: ['Weavers Loom'], domains: ['loom.example'] }])
  const rows = [
    row(2, 'Weavers Two', { fields: { aliases: ['Weavers Loom'] } }),
    row(3, 'Weavers One', { fields: { aliases: ['Weavers Shuttle'], email_domains: [] } }),
    row(4, 'Weavers Three', { fields: { aliases: ['weavers loom'], email_domains: ['loom.example'] } }),
    row(5, 'Weavers Four', { fields: { aliases: ['Weavers Loom'] } }),
    row(6, 'Weavers Five', { fields: { email_domains: ['loom.example'] } }),
    row(7, 'Weavers Six', { parent: 'Weavers Three' }),
    row(8, 'Weavers Three West', { parent: 'Weavers Six' }),
    row(9, 'Weavers Two West', { parent: 'Weavers Two' }),
  ]
  const { written, problems } = await change(rows)
  expect(written.map(({ after }) => after.name)).toEqual(['Weavers One', 'Weavers Three', 'Weavers Six'])
  expect(problems.map(({ row: at, why }) => [at, why])).toEqual([
    [2, '“Weavers Loom” is already a name of Weavers One. Remove it there first.'],
    [5, '“Weavers Loom” is already a name of Weavers Three. Remove it there first.'],
    [6, 'loom.example already belongs to Weavers Three. Remove it there first.'],
    [8, 'Weavers Six is itself part of Weavers Three. Choose Weavers Three.'],
    [9, expect.stringContaining('“Weavers Two”')],
  ])
  const [three] = await app.query(
    `SELECT (SELECT array_agg(name) FROM company_aliases WHERE company_id = c.id) AS aliases,
       (SELECT array_agg(domain) FROM company_domains WHERE company_id = c.id) AS domains
     FROM companies c WHERE name = 'Weavers Three'`,
  )
  expect(three).toEqual({ aliases: ['weavers loom'], domains: ['loom.example'] })
})

test('undoing a large file takes as many statements as a small one and restores everything', async () => {
  const few = await change(await fileOf('Cooks', 2))
  const rows = await fileOf('Smiths', 40)
  const before = await standing('Smiths')
  const many = await change(rows)
  expect(await standing('Smiths')).toHaveLength(120)
  const undone = await counted((work) => undoChange(work, by, many.changeId))
  expect(undone.statements).toBe((await counted((work) => undoChange(work, by, few.changeId))).statements)
  expect(undone.statements).toBeLessThan(30)
  expect(before).toHaveLength(40)
  expect(await standing('Smiths')).toEqual(before)
  const [open] = await app.query(
    'SELECT count(*)::int AS count FROM directory_changes WHERE (part_of = $1 OR id = $1) AND undone_at IS NULL',
    [many.changeId],
  )
  expect(open).toEqual({ count: 0 })
})

test('undo returns a name that moved between two rows', async () => {
  await app.createCompanies([
    { name: 'Potters One', aliases: ['Potters Wheel'], domains: ['wheel.example'] },
    { name: 'Potters Part' },
  ])
  const before = await standing('Potters')
  const { changeId, problems } = await change([
    row(2, 'Potters One', { fields: { aliases: [], email_domains: [] } }),
    row(3, 'Potters Two', { fields: { aliases: ['Potters Wheel'], email_domains: ['wheel.example'] } }),
    row(4, 'Potters Part', { parent: 'Potters Two' }),
    row(5, 'Potters New Part', { parent: 'Potters Two' }),
  ])
  expect(problems).toEqual([])
  await counted((work) => undoChange(work, by, changeId))
  expect(await standing('Potters')).toEqual(before)
})

test('refuses to undo a file when one of its companies has gifts, and names the company', async () => {
  const { changeId } = await change([
    row(2, 'Tailors Group', {}),
    row(3, 'Tailors Part', { parent: 'Tailors Group' }),
    row(4, 'Tailors Other', {}),
  ])
  const [part] = await app.query(`SELECT id FROM companies WHERE name = 'Tailors Part'`)
  await app.createDonation({ company: Number(part?.['id']) })
  await expect(counted((work) => undoChange(work, by, changeId))).rejects.toThrow(
    'Tailors Part now has gifts or campaigns, so it stays in the directory.',
  )
  expect(await standing('Tailors')).toHaveLength(3)
})

test('keeps a company whose policy evaluated a match, even if the gift has moved since', async () => {
  const { changeId } = await change([
    row(2, 'Dyers Hall', { terms: { program: 'yes', ratio: '1:1', source_url: 'https://dyers.example' } }),
  ])
  const [policy] = await app.query(
    `SELECT p.id FROM policies p JOIN companies c ON c.id = p.company_id WHERE c.name = 'Dyers Hall'`,
  )
  const gift = await app.createDonation()
  await app.query('UPDATE donations SET policy_version_id = $1 WHERE id = $2', [policy?.['id'], gift])
  await expect(counted((work) => undoChange(work, by, changeId))).rejects.toThrow('so it stays in the directory')
  expect(await standing('Dyers')).toHaveLength(1)
})
