import { type companies, companyPagePath, linkTo, screens } from '@twofold/contract'
import { ratioForReaders } from '@twofold/matching'
import { createContext, useContext } from 'react'
import { Link } from 'react-router'
import { cx } from '../../../../ui/class-names.ts'
import { formatMoney } from '../../../../ui/format.ts'
import { CompanySource } from '../sources.tsx'
import { LevelBadge, levels } from './level-badge.tsx'

type Row = companies.CompanyRow
type Rows = { rows: readonly Row[] }

const head = 'px-4 py-1.5 text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cell = 'px-4 pt-1.5 align-top text-[0.9375rem] leading-5 first:pl-5 last:pr-5'

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

export function CompanyTable({ rows }: Rows) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">Companies and their matching policies</caption>
        <thead className="border-b border-hairline bg-sunken/60">
          <tr>
            {['Company', 'Match', 'Ratio', 'CSR Platform', 'Minimum', 'Maximum'].map((text) => (
              <th key={text} scope="col" className={cx(head, text.endsWith('imum') ? 'text-right' : 'text-left')}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.id} className="border-t border-hairline first-of-type:border-t-0">
            <tr>
              <th scope="rowgroup" className={cx(cell, 'min-w-52 text-left font-normal')}>
                <CompanyLink row={row} />
              </th>
              <td className={cell}>
                <LevelBadge level={row.level} />
              </td>
              <PolicyCells row={row} />
            </tr>
            <tr>
              <td colSpan={6} className="px-5 pb-1.5 text-sm leading-5">
                <div className="flex flex-wrap gap-x-5">
                  <PolicyDetails row={row} />
                  <CompanySource row={row} />
                </div>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  )
}

function PolicyCells({ row }: { row: Row }) {
  if (row.level !== 'rules') {
    return (
      <td colSpan={4} className={cx(cell, 'text-muted')}>
        {sentenceOf(row)}
      </td>
    )
  }
  return (
    <>
      <td className={cx(cell, 'tabular-nums')}>{row.ratio ? ratioForReaders(row.ratio) : <NotKnown />}</td>
      <td className={cell}>{describePlatform(row) ?? <NotKnown />}</td>
      <td className={cx(cell, 'text-right tabular-nums')}>
        {describeLimit(row.min_amount, row.currency) ?? <NotKnown />}
      </td>
      <td className={cx(cell, 'text-right tabular-nums')}>
        {describeLimit(row.max_amount, row.currency) ?? <NotKnown />}
      </td>
    </>
  )
}

const NotKnown = () => (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="sr-only">unknown</span>
  </span>
)

function sentenceOf(row: Row): string {
  if (row.level !== 'program') return row.who ? row.text : levels[row.level].sentence
  const platform = describePlatform(row)
  return [levels.program.sentence, ...(platform ? [`Requested on ${platform}.`] : [])].join(' ')
}

function PolicyDetails({ row }: { row: Row }) {
  if (row.level !== 'rules' && row.level !== 'program') return null
  const details = [
    ['Who', row.who],
    ['Nonprofits', row.nonprofits],
    ['Deadline', row.deadline],
  ].filter(([, text]) => text !== '')
  if (details.length === 0) return null
  return (
    <dl className="flex min-w-0 flex-wrap gap-x-5">
      {details.map(([term, text]) => (
        <div key={term} className="flex max-w-[65ch] gap-1.5">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CompanyCards({ rows }: Rows) {
  return (
    <ul className="divide-y divide-hairline">
      {rows.map((row) => (
        <li key={row.id} className="px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 break-words">
              <CompanyLink row={row} />
            </p>
            <LevelBadge level={row.level} />
          </div>
          {row.level === 'rules' ? (
            <dl className="mt-1.5 grid grid-cols-3 gap-x-3 text-[0.9375rem]">
              <Fact term="Ratio">{row.ratio && ratioForReaders(row.ratio)}</Fact>
              <Fact term="Minimum">{describeLimit(row.min_amount, row.currency)}</Fact>
              <Fact term="Maximum">{describeLimit(row.max_amount, row.currency)}</Fact>
            </dl>
          ) : (
            <p className="mt-1 text-[0.9375rem] text-muted">{sentenceOf(row)}</p>
          )}
          <div className="mt-1 text-[0.9375rem]">
            <PolicyDetails row={row} />
            <CompanySource row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Fact({ term, children }: { term: string; children: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="tabular-nums">{children ?? <NotKnown />}</dd>
    </div>
  )
}

function describePlatform({ csr_platform, platform_name }: Row): string | null {
  if (csr_platform === 'none') return 'No portal'
  if (csr_platform === 'other') return 'Another portal'
  return platform_name ?? csr_platform
}

/** A limit is an amount, no limit (0), or unknown (null). */
const describeLimit = (units: number | null, currency: Row['currency']): string | null =>
  units === null ? null : units === 0 ? 'none' : formatMoney(units, currency)
