import type { directoryFiles } from '@twofold/contract'
import { formatCount, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Differences } from './change-list.tsx'
import { ChangeReview } from './change-review.tsx'

type Seen = directoryFiles.DirectoryFileReview

/** What a file of companies would do: row by row, and to open matches. */
export function UploadReview({ seen }: { seen: Seen }) {
  const { added, changed, unchanged, refused, companies, left_out, warnings, review } = seen
  return (
    <div className="space-y-6">
      {added + changed + unchanged > 0 && (
        <p>
          {plural(added, 'company', 'companies')} added, {formatCount(changed)} changed;{' '}
          {plural(unchanged, 'row says', 'rows say')} what is here already.
        </p>
      )}
      {(left_out.length > 0 || warnings.length > 0) && (
        <Notice tone="awaiting">
          {left_out.length > 0 && <p>We don’t know these columns and leave them out: {left_out.join(', ')}.</p>}
          {warnings.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {refused > 0 && <Problems seen={seen} />}
      {companies.length > 0 && (
        <section aria-labelledby="companies-of-file">
          <h3 id="companies-of-file" className="font-semibold">
            Companies
          </h3>
          <ol className="divide-y divide-hairline">
            {companies.map((company) => (
              <li key={company.row} className="py-2.5 break-words">
                <strong className="font-semibold">{company.name}</strong>
                {company.is_new && ', new'}
                <Differences changes={company.changes} />
              </li>
            ))}
          </ol>
          <More shown={companies.length} all={added + changed} />
        </section>
      )}
      {added + changed > 0 && <ChangeReview review={review} />}
    </div>
  )
}

function Problems({ seen: { problems, refused } }: { seen: Seen }) {
  return (
    <section aria-labelledby="problems-of-file" className="rounded-card bg-sunken px-5 py-4">
      <h3 id="problems-of-file" className="mb-1 font-semibold">
        {plural(refused, 'row has a problem and changes', 'rows have problems and change')} nothing
      </h3>
      <ul className="space-y-1.5">
        {problems.map(({ row, name, why }) => (
          <li key={row} className="break-words">
            Row {row}
            {name !== '' && `, ${name}`}: <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      <More shown={problems.length} all={refused} />
    </section>
  )
}

const More = ({ shown, all }: { shown: number; all: number }) =>
  all > shown ? <p className="mt-2 text-muted">And {formatCount(all - shown)} more.</p> : null
