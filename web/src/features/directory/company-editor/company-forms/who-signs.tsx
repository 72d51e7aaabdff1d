import { type companyForms, directory, linkTo, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { type DraftPlacement, labelOf } from './placements.ts'

const signatures = ['donor_signature', 'nonprofit_signature'] as const

export function WhoSigns({ companyId, places }: { companyId: number; places: readonly DraftPlacement[] }) {
  const { data } = useApiQuery(directory.getDirectoryCompany, { params: { companyId } })
  const policy = data?.versions.find(({ is_current }) => is_current)
  const pageOf = (source: companyForms.FormSource) => places.find((placement) => placement.source === source)?.page
  const nonprofits = pageOf('nonprofit_signature') !== undefined
  return (
    <div className="space-y-3">
      <h2 className="text-lg font-semibold">Who signs</h2>
      <ul>
        {signatures.map((source) => (
          <li key={source}>
            {labelOf({ source })}:{' '}
            {pageOf(source) ? `page ${pageOf(source)}` : <span className="text-muted">no field</span>}
          </li>
        ))}
      </ul>
      {pageOf('donor_signature') === undefined && (
        <Notice tone="awaiting">The donor’s name will only appear on the signature page, not on the form.</Notice>
      )}
      {data && policy?.match_method !== 'form' && (
        <Notice tone="awaiting">
          Donors won’t be asked to sign: the policy doesn’t say this company uses a form.{' '}
          <ToPolicy companyId={companyId} />
        </Notice>
      )}
      {policy?.match_method === 'form' && policy.form_needs_nonprofit !== nonprofits && (
        <Notice tone="awaiting">
          {nonprofits
            ? 'The form has a field for the nonprofit’s signature, but the policy says only the donor signs.'
            : 'The policy says the nonprofit signs too, but the form has no field for its signature.'}{' '}
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
