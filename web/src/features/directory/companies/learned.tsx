import type { companies } from '@twofold/contract'
import { learnedOn } from './learned-on.ts'

/** Every policy says where it comes from and how old it is. */
export function Learned({ row: { source, as_of } }: { row: Pick<companies.CompanyRow, 'source' | 'as_of'> }) {
  const when = learnedOn(as_of)
  if (!source && when === '') return null
  return (
    <span className="block text-sm text-muted">
      Source:{' '}
      {source && (
        <a
          href={source.url}
          target="_blank"
          rel="noopener noreferrer"
          className="break-words underline decoration-edge/60 underline-offset-2 hover:text-ink"
        >
          {source.title}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {source && ', '}
      {when || 'undated'}
    </span>
  )
}
