import { imports } from '@twofold/contract'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { RunDialog } from './run-dialog.tsx'

export default function UploadResult({ importId, onClose }: { importId: number; onClose: () => void }) {
  const { id } = useOrganization()
  const { data, error, refetch } = useApiQuery(imports.getImport, { params: { id, importId } })
  if (data) return <RunDialog started={data.import} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title="Upload">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Dialog>
  )
}
