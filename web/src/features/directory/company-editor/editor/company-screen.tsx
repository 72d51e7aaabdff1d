import { companyPagePath, directory, linkTo, screens } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle, Facts } from '../../../../ui/card.tsx'
import { CancelAndConfirm } from '../../../../ui/dialog.tsx'
import { formatDateTime, formatDay } from '../../../../ui/format.ts'
import { formatTimeZone } from '../../../../ui/format-time-zone.ts'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { FailedPage } from '../failed-page.tsx'
import { formatAsOf, PublicPageLink, SourceLink } from '../sources.tsx'
import { SuperOnly } from '../super-only.tsx'
import { ChangeList, changesPollMs } from './change-list.tsx'

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'))
const MergeDialog = lazyDialog(() => import('./merge-dialog.tsx'))
const PolicyDialog = lazyDialog(() => import('./policy-dialog.tsx'))

type Company = directory.DirectoryCompany
type Version = directory.PolicyVersion
type OpenDialog =
  | { readonly kind: 'company' }
  | { readonly kind: 'merge' }
  | { readonly kind: 'policy'; readonly version: Version | null; readonly corrects: boolean }

export default function DirectoryCompanyScreen() {
  return (
    <SuperOnly title="Company">
      <CompanyPage />
    </SuperOnly>
  )
}

function CompanyPage() {
  const companyId = Number(useParams().companyId)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const { data, error, isPending, refetch } = useApiQuery(
    directory.getDirectoryCompany,
    { params: { companyId } },
    { everyMs: (answer) => (answer?.changes.some(({ left }) => left > 0) ? changesPollMs : false) },
  )
  if (isPending) return <Loading text="Loading the company..." />
  if (!data) return <FailedPage title="Company" error={error} onRetry={() => void refetch()} />
  const closeDialog = () => setOpened(null)
  return (
    <>
      <PageHeading
        title={data.company.name}
        actions={
          <>
            <PublicPageLink to={companyPagePath.of({ id: companyId, name: data.company.name })} />
            {data.merged_into === null && (
              <CancelAndConfirm
                cancel="Merge"
                onCancel={() => setOpened({ kind: 'merge' })}
                variant="secondary"
                onClick={() => setOpened({ kind: 'company' })}
              >
                Edit company
              </CancelAndConfirm>
            )}
          </>
        }
      >
        <Link className="underline underline-offset-2" to={screens.directory}>
          Company directory
        </Link>
        {data.origin === 'directory' &&
          (data.is_edited ? ' · edited by hand, so directory updates skip it' : ' · kept current by directory updates')}
        {data.versions.some(({ is_current, by }) => is_current && by !== null) &&
          ' · policy entered by hand, so directory updates skip it'}
      </PageHeading>
      {data.merged_into && (
        <Notice tone="verify" className="mb-6">
          This company was merged into{' '}
          <Link
            className="underline underline-offset-2"
            to={linkTo(screens.directoryCompany, { companyId: data.merged_into.id })}
          >
            {data.merged_into.name}
          </Link>
          . You can undo the merge there for {directory.directoryUndoDays} days. This page can’t be edited.
        </Notice>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-6">
          <VersionsCard company={data} onOpen={setOpened} />
          <Card>
            <CardTitle>Changes</CardTitle>
            {data.changes.length === 0 && <p className="text-muted">No manual changes yet.</p>}
            <ChangeList changes={data.changes} />
          </Card>
        </div>
        <div className="space-y-6">
          <AboutCard company={data} />
          <FormCard company={data} />
        </div>
      </div>
      {opened?.kind === 'company' && <CompanyDialog company={data} onClose={closeDialog} />}
      {opened?.kind === 'merge' && <MergeDialog company={data} onClose={closeDialog} />}
      {opened?.kind === 'policy' && (
        <PolicyDialog company={data} version={opened.version} corrects={opened.corrects} onClose={closeDialog} />
      )}
    </>
  )
}

function VersionsCard({ company, onOpen }: { company: Company; onOpen: (dialog: OpenDialog) => void }) {
  const { versions, parent } = company
  const current = versions.filter(({ is_current }) => is_current)
  const former = versions.filter(({ is_current }) => !is_current)
  const [first] = current
  return (
    <Card>
      <CardTitle
        aside={
          !company.merged_into && (
            <Button size="small" onClick={() => onOpen({ kind: 'policy', version: first ?? null, corrects: false })}>
              New version
            </Button>
          )
        }
      >
        Policy
      </CardTitle>
      {current.length === 0 && (
        <p className="text-muted">{parent ? `Follows ${possessive(parent.name)} policy.` : 'No known policy yet.'}</p>
      )}
      <ul className="space-y-5">
        {current.map((version) => (
          <li key={version.id}>
            <VersionText version={version} />
            {!company.merged_into && (
              <Button
                className="mt-2"
                variant="secondary"
                size="small"
                aria-label={`Correct version ${version.version}`}
                onClick={() => onOpen({ kind: 'policy', version, corrects: true })}
              >
                Correct
              </Button>
            )}
          </li>
        ))}
      </ul>
      {former.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2.5 text-brand-text underline-offset-2 hover:underline">
            Former versions ({former.length})
          </summary>
          <ul className="space-y-4">
            {former.map((version) => (
              <li key={version.id} className="text-muted">
                <VersionText version={version} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function VersionText({ version }: { version: Version }) {
  const { valid_from, valid_to, source, as_of } = version
  const days = [valid_from && `from ${formatDay(valid_from)}`, valid_to && `until ${formatDay(valid_to)}`]
  return (
    <>
      <p className="max-w-[65ch]">{version.text}</p>
      <p className="text-sm break-words text-muted">
        Version {version.version}, {formatDateTime(version.learned_at)},{' '}
        {version.by ? `entered by ${version.by}` : 'from a directory update'}
        {days.some(Boolean) && ` · for gifts ${days.filter(Boolean).join(' ')}`}
        {source && (
          <>
            {' · Source: '}
            <SourceLink to={source.url}>{source.title}</SourceLink>, {formatAsOf(as_of) || 'undated'}
          </>
        )}
      </p>
    </>
  )
}

function FormCard({ company: { company, versions, merged_into } }: { company: Company }) {
  const takesForm = versions.some(({ is_current, match_method }) => is_current && match_method === 'form')
  if (merged_into !== null) return null
  return (
    <Card>
      <CardTitle>Form to sign</CardTitle>
      <p className="text-muted">
        {takesForm
          ? 'This company uses a form. Upload its PDF so donors and nonprofits can sign online.'
          : 'The company’s policy doesn’t mention a form. You can set one up ahead of time.'}
      </p>
      <Button asChild variant="secondary" className="mt-4">
        <Link to={linkTo(screens.directoryForm, { companyId: company.company_id ?? 0 })}>
          {takesForm ? 'Open the form' : 'Set up a form'}
        </Link>
      </Button>
    </Card>
  )
}

function AboutCard({ company: { company, parent, subsidiaries } }: { company: Company }) {
  const companyLink = ({ id, name }: { id: number; name: string }) => (
    <Link key={id} className="underline underline-offset-2" to={linkTo(screens.directoryCompany, { companyId: id })}>
      {name}
    </Link>
  )
  const list = (
    <ul>
      {subsidiaries.map((subsidiary) => (
        <li key={subsidiary.id}>{companyLink(subsidiary)}</li>
      ))}
    </ul>
  )
  return (
    <Card>
      <CardTitle>About the company</CardTitle>
      <Facts
        rows={[
          ['Website', company.website],
          ['Country', company.country],
          ['Industry', company.industry],
          ['Time zone', formatTimeZone(company.time_zone)],
          ['Other names', company.aliases.join(', ')],
          ['Email domains', company.email_domains.join(', ')],
          ['Part of', parent && companyLink(parent)],
          ['Subsidiaries', subsidiaries.length === 0 ? null : list],
        ]}
      />
    </Card>
  )
}
