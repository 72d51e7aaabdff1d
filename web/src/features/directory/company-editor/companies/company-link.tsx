import { type companies, companyPagePath, linkTo, screens } from '@twofold/contract'
import { createContext, useContext } from 'react'
import { Link } from 'react-router'

/** True on a public page: links then lead to the server-rendered page. */
export const PublicPageContext = createContext(false)

export function CompanyLink({ row }: { row: Pick<companies.CompanyRow, 'id' | 'name'> }) {
  const isPublic = useContext(PublicPageContext)
  const to = isPublic ? companyPagePath.of(row) : linkTo(screens.company, { companyId: row.id })
  return (
    <Link to={to} reloadDocument={isPublic} className="font-semibold underline-offset-3 hover:underline">
      {row.name}
    </Link>
  )
}
