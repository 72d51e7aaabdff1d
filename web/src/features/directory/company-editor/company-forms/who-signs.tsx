import { type companyForms, directory, linkTo, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { type DraftPlacement, labelOf } from './placements.ts'

const signatures = ['donor_signature', 'nonprofit_signature'] as const

/** Compares the form's signatures with the company's policy. */
export function WhoSigns({ companyId, places }: { companyId: number; places: readonly DraftPlacement[] }) {
  const { data } = useApiQuery(directory.getDirectoryCompany, { params: { companyId } })
  const policy = data?.versions.find(({ is_current }) => is_current)
  const pageOf = (source: companyForms.FormSource) => places.find((place) => place.source === source)?.page
  const nonprofits = pageOf('nonprofit_signature') !== undefined
  return (
    <div className="space-y-3">
      <h2 className="text-lg font-semibold">Who signs</h2>
      <ul>
        {signatures.map((source) => (
          <li key={source}>
            {labelOf({ source })}:{' '}
            {pageOf(source) ? `page ${pageOf(source)}` : <span className="text-muted">has no place</span>}
          </li>
        ))}
      </ul>
      {pageOf('donor_signature') === undefined && (
        <Notice tone="awaiting">
          The donor’s name would stand on the page of signatures only, not on the form itself.
        </Notice>
      )}
      {data && policy?.match_method !== 'form' && (
        <Notice tone="awaiting">
          Donors aren’t asked to sign it: the company’s policy doesn’t say that its match is asked for by a form.{' '}
          <ToPolicy companyId={companyId} />
        </Notice>
      )}
      {policy?.match_method === 'form' && policy.form_needs_nonprofit !== nonprofits && (
        <Notice tone="awaiting">
          {nonprofits
            ? 'There is a place for the nonprofit’s signature, and the policy says that only the donor signs: nobody would sign there.'
            : 'The policy says that the nonprofit signs as well, and there is no place for its signature.'}{' '}
          <ToPolicy companyId={companyId} />
        </Notice>
      )}
    </div>
  )
}

const ToPolicy = ({ companyId }: { companyId: number }) => (
  <Link className="underline underline-offset-2" to={linkTo(screens.directoryCompany, { companyId })}>
    See the policy
  </Link>
)
