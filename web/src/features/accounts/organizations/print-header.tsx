import { useCurrentOrganization } from '../../../shared/current-organization.tsx'

/** Sidebar and switcher are hidden in print. */
export function PrintHeader() {
  const current = useCurrentOrganization()
  if (current.state !== 'ready') return null
  const { name, file_logo } = current.organization
  return (
    <div aria-hidden="true" className="mb-4 hidden items-center gap-4 px-8 pt-4 print:flex">
      {file_logo && <img src={file_logo} alt="" className="max-h-12 max-w-44 object-contain" />}
      <span className="text-lg font-semibold">{name}</span>
    </div>
  )
}
