import type { Db } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { type CompanyRow, findCompanyRow } from './company.queries.ts'

/** A company that may be changed. @throws not found, conflict where it was merged into another */
export async function getLivingCompany(db: Db, id: number): Promise<CompanyRow> {
  const company = await findCompanyRow(db, id)
  if (!company) throw notFound()
  const { name, merged_into } = company
  if (merged_into) throw new Refusal('conflict', `${name} was merged into ${merged_into.name}. Change that company.`)
  return company
}
