import { createEmployerIndex } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { NewCompanyIdentifiers } from '../../core/companies/index.ts'

const waitingGift = z.object({ organization_id: z.int(), id: z.int() })
type WaitingGift = z.infer<typeof waitingGift>
const textRow = z.object({ employer_text: z.string() })

/** Distinct employer texts; files of several years have thousands. */
const textsAtMost = 50_000

/** Crosses organizations. Includes texts that only look similar; the rules decide. */
export async function listDonationsAwaitingCompany(
  db: Db,
  { names, domains }: NewCompanyIdentifiers,
  limit: number,
): Promise<WaitingGift[]> {
  const [name] = names
  const texts: string[] = []
  if (name !== undefined) {
    const index = createEmployerIndex(
      names.map((companyName, id) => ({ id, name: companyName, aliases: [], domains: [] })),
    )
    const rows = await sql(textRow)`
      SELECT DISTINCT employer_text FROM donations WHERE status_id = 2 AND counted LIMIT ${textsAtMost}`.rows(db)
    const isFound = (text: string) =>
      index.find({ companyId: null, text, earlierCompanyId: null, email: '' }).companyId !== null
    texts.push(...rows.map(({ employer_text }) => employer_text).filter(isFound))
  }
  if (texts.length === 0 && domains.length === 0) return []
  return sql(waitingGift)`
    SELECT organization_id, id FROM donations
    WHERE status_id = 2 AND counted AND NOT inert AND employer_text = ANY (${texts}::text[])
    UNION
    SELECT d.organization_id, d.id FROM donors p
    JOIN donations d ON d.organization_id = p.organization_id AND d.donor_id = p.id
    WHERE lower(split_part(p.email, '@', 2)) = ANY (${[...domains]}::text[])
      AND d.status_id = 23 AND d.counted AND NOT d.inert
    ORDER BY 2 LIMIT ${limit}`.rows(db)
}
