import { type companies, companyPagePath } from '@twofold/contract'

/** To the company's public page, which the server sends whole. */
export const CompanyLink = ({ row }: { row: Pick<companies.CompanyRow, 'id' | 'name'> }) => (
  <a href={companyPagePath.of(row)} className="font-semibold underline-offset-3 hover:underline">
    {row.name}
  </a>
)
