import type { companies } from '@twofold/contract'
import type { ReactNode } from 'react'
import { formatDay } from '../../../ui/format.ts'

export const SourceLink = ({
  to,
  className = linkClass,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) => (
  <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

const linkClass = 'break-words underline decoration-edge/60 underline-offset-2 hover:text-ink'

export const PublicPageLink = ({ to }: { to: string }) => (
  <SourceLink
    to={to}
    className="inline-flex min-h-11 items-center font-semibold text-brand-text underline-offset-3 hover:underline"
  >
    Public page
  </SourceLink>
)

export const FactSource = ({
  fact: { source, source_url, learned },
}: {
  fact: { source: string; source_url: string | null; learned: string }
}) => (
  <span className="block text-sm text-muted">
    {source_url ? <SourceLink to={source_url}>{source}</SourceLink> : source || 'no source'}, {learned || 'undated'}
  </span>
)

export function CompanySource({ row: { source, as_of } }: { row: Pick<companies.CompanyRow, 'source' | 'as_of'> }) {
  const asOfText = formatAsOf(as_of)
  if (!source && asOfText === '') return null
  return (
    <span className="block text-sm text-muted">
      Source: {source && <SourceLink to={source.url}>{source.title}</SourceLink>}
      {source && ', '}
      {asOfText || 'undated'}
    </span>
  )
}

/** `2019`, `2024-05` or `2026-03-08`; '' without a date. */
export function formatAsOf(asOf: string, language?: string): string {
  if (/^\d{4}$/.test(asOf)) return asOf
  if (/^\d{4}-\d{2}$/.test(asOf)) {
    const month = new Date(`${asOf}-01T00:00:00Z`)
    return new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }).format(month)
  }
  return asOf ? formatDay(asOf, language) : ''
}
