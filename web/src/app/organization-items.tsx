import { screens } from '@twofold/contract'
import { History, Network } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCurrentOrganization, usePermissions } from '../shared/current-organization.tsx'
import { MenuDivider, MenuItem } from '../ui/menu.tsx'
import { canSeeChapters } from './nav-items.ts'

export function OrganizationItems() {
  const navigate = useNavigate()
  const { isAdmin: admin } = usePermissions()
  const current = useCurrentOrganization()
  const organization = current.state === 'ready' ? current.organization : null
  const showsChapters = organization !== null && canSeeChapters(organization, admin)
  if (!showsChapters && !(admin && organization)) return null
  return (
    <>
      {showsChapters && (
        <MenuItem icon={Network} onSelect={() => void navigate(screens.chapters)}>
          Chapters
        </MenuItem>
      )}
      {organization && admin && (
        <MenuItem icon={History} onSelect={() => void navigate(screens.audit)}>
          Audit trail
        </MenuItem>
      )}
      <MenuDivider />
    </>
  )
}
