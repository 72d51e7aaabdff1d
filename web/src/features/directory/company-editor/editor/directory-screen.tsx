import { directory, directoryFiles, linkTo, screens } from '@twofold/contract'
import { FileDown, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callForFile, saveFile } from '../../../../api/client.ts'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { toastError } from '../../../../ui/toast-store.ts'
import { CompanySearch } from '../../../core/companies/index.ts'
import { SuperOnly } from '../super-only.tsx'
import { ChangeList, changesPollMs } from './change-list.tsx'
import { PlatformsCard } from './platforms-card.tsx'
import { RatesCard } from './rates-card.tsx'

const UploadDialog = lazyDialog(() => import('./upload-dialog.tsx'))
const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'))

export default function DirectoryScreen() {
  return (
    <SuperOnly title="Company Directory">
      <Directory />
    </SuperOnly>
  )
}

function Directory() {
  const [adding, setAdding] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const download = async () => {
    setDownloading(true)
    try {
      saveFile(await callForFile(directoryFiles.downloadDirectory, {}))
    } catch (problem) {
      toastError(directoryFiles.directoryFileMessages.downloadFailed, problem)
    } finally {
      setDownloading(false)
    }
  }
  return (
    <>
      <PageHeading
        title="Company Directory"
        actions={
          <>
            <Button variant="secondary" icon={FileDown} busy={isDownloading} onClick={() => void download()}>
              Download CSV
            </Button>
            <Button variant="secondary" icon={FileUp} onClick={() => setUploading(true)}>
              Upload CSV
            </Button>
            <Button onClick={() => setAdding('')}>Add a company</Button>
          </>
        }
      >
        Companies, their names and email domains, and their matching policies. Every organization uses these.
      </PageHeading>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-6">
          <Finder onMissing={setAdding} />
          <Changes />
        </div>
        <div className="space-y-6">
          <RatesCard />
          <PlatformsCard />
        </div>
      </div>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      {adding !== null && <CompanyDialog company={null} name={adding} onClose={() => setAdding(null)} />}
    </>
  )
}

function Finder({ onMissing }: { onMissing: (name: string) => void }) {
  const navigate = useNavigate()
  return (
    <Card>
      <Field name="company" label="Find a company" hint="Any name or spelling works">
        <CompanySearch
          value=""
          placeholder="Type the name of a company"
          onChoose={(match) => {
            if (!match) return
            if (match.company_id === null) onMissing(match.name)
            else void navigate(linkTo(screens.directoryCompany, { companyId: match.company_id }))
          }}
        />
      </Field>
    </Card>
  )
}

function Changes() {
  const [before, setBefore] = useState<number | undefined>(undefined)
  const { data, error, isPending, refetch } = useApiQuery(
    directory.listDirectoryChanges,
    { query: { before } },
    { everyMs: (answer) => (answer?.changes.some(({ left }) => left > 0) ? changesPollMs : false) },
  )
  return (
    <Card>
      <CardTitle>Changes</CardTitle>
      {isPending && <Loading text="Loading the changes..." />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.changes.length === 0 && (
        <p className="text-muted">No manual changes yet. Directory updates never overwrite what you enter.</p>
      )}
      {data && <ChangeList changes={data.changes} linked />}
      <div className="mt-4 flex gap-2.5">
        {before !== undefined && (
          <Button variant="secondary" size="small" onClick={() => setBefore(undefined)}>
            Latest
          </Button>
        )}
        {data?.has_more && (
          <Button variant="secondary" size="small" onClick={() => setBefore(data.changes.at(-1)?.id)}>
            Older
          </Button>
        )}
      </div>
    </Card>
  )
}
