import { companyForms, directory, linkTo, screens } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../../ui/format.ts'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { FailedPage } from '../failed-page.tsx'
import { SuperOnly } from '../super-only.tsx'
import { FormEditor } from './form-editor.tsx'
import { formDependentRoutes } from './placements.ts'

const UploadFormDialog = lazyDialog(() => import('./upload-form-dialog.tsx'))
const { formMessages } = companyForms

export default function CompanyFormScreen() {
  return (
    <SuperOnly title="Form">
      <CompanyFormPage />
    </SuperOnly>
  )
}

function CompanyFormPage() {
  const companyId = Number(useParams().companyId)
  const params = { companyId }
  const [uploading, setUploading] = useState(false)
  const { data, error, isPending, refetch } = useApiQuery(companyForms.getCompanyForm, { params })
  const company = useApiQuery(directory.getDirectoryCompany, { params })
  const archive = useApiMutation(companyForms.deleteCompanyForm, {
    refreshes: formDependentRoutes,
    failed: formMessages.saveFailed,
  })
  const archiveForm = () =>
    archive.mutate(
      { params },
      { onSuccess: () => toast({ title: 'Form archived', description: 'You can restore it below.' }) },
    )
  const name = company.data?.company.name
  const title = name ? `${possessive(name)} form` : 'Form'
  if (isPending) return <Loading text="Loading the form..." />
  if (!data) return <FailedPage title={title} error={error} onRetry={() => void refetch()} />
  const { form, former } = data
  return (
    <>
      <PageHeading
        title={title}
        actions={
          form && (
            <>
              <Button variant="secondary" busy={archive.isPending} onClick={archiveForm}>
                Archive
              </Button>
              <Button variant="secondary" onClick={() => setUploading(true)}>
                Upload another
              </Button>
            </>
          )
        }
      >
        <Link className="underline underline-offset-2" to={linkTo(screens.directoryCompany, { companyId })}>
          {name ?? 'The company'}
        </Link>
        {form && ` · ${form.name}, uploaded ${formatDateTime(form.uploaded_at)}`}
      </PageHeading>
      {form ? (
        <FormEditor key={`${form.uploaded_at} ${form.name}`} form={form} />
      ) : (
        <Card>
          <EmptyState
            icon={FileText}
            title="No form yet"
            action={<Button onClick={() => setUploading(true)}>Upload the form</Button>}
          >
            Upload the company’s PDF so donors can sign on their phones and nonprofits can sign several at once.
          </EmptyState>
        </Card>
      )}
      {former.length > 0 && <FormerForms companyId={companyId} former={former} />}
      {uploading && <UploadFormDialog companyId={companyId} replaces={form} onClose={() => setUploading(false)} />}
    </>
  )
}

function FormerForms({ companyId, former }: { companyId: number; former: readonly companyForms.FormRevision[] }) {
  const restore = useApiMutation(companyForms.restoreCompanyForm, {
    refreshes: formDependentRoutes,
    failed: formMessages.saveFailed,
  })
  const restoreForm = (formerId: number) =>
    restore.mutate(
      { params: { companyId, formerId } },
      { onSuccess: ({ form }) => toast({ title: 'Form restored', description: form?.name }) },
    )
  return (
    <Card className="mt-6">
      <CardTitle>Archived forms</CardTitle>
      <ul className="divide-y divide-hairline">
        {former.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span className="min-w-0">
              <span className="font-semibold break-words">{revision.name}</span>
              <span className="block text-sm text-muted">
                {plural(revision.places, 'field', 'fields')} · from {formatDateTime(revision.uploaded_at)} until{' '}
                {formatDateTime(revision.ended_at)}
                {revision.ended_by && ` · archived by ${revision.ended_by}`}
              </span>
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Restore ${revision.name}`}
              busy={restore.isPending && restore.variables.params.formerId === revision.id}
              onClick={() => restoreForm(revision.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
