import { DocumentsCard } from './documents-card.tsx'
import { LogoCard } from './logo-card.tsx'

/** Files are saved immediately, separately from the form of the other tabs. */
export function FilesTab() {
  return (
    <div className="flex flex-col gap-5">
      <LogoCard />
      <DocumentsCard />
    </div>
  )
}
