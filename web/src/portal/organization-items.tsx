import { screens } from '@twofold/contract'
import { History, ListChecks, Network } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCurrentOrganization, useMay } from '../shell/current-organization.tsx'
import { useMe } from '../shell/me.tsx'
import { MenuDivider, MenuItem } from '../ui/menu.tsx'

/** Screens that the sidebar does not name: chapters, the audit trail for admins, the review queue for our support. */
export function OrganizationItems() {
  const go = useNavigate()
  const { isAdmin: admin } = useMay()
  const isSuper = useMe().globalPermission === 'super'
  const current = useCurrentOrganization()
  const organization = current.state === 'ready' ? current.organization : null
  const hasChapters = organization !== null && (organization.parent_id === null || admin)
  if (!hasChapters && !(admin && organization) && !isSuper) return null
  return (
    <>
      {hasChapters && (
        <MenuItem icon={Network} onSelect={() => void go(screens.chapters)}>
          Chapters
        </MenuItem>
      )}
      {organization && admin && (
        <MenuItem icon={History} onSelect={() => void go(screens.audit)}>
          Audit trail
        </MenuItem>
      )}
      {isSuper && (
        <MenuItem icon={ListChecks} onSelect={() => void go(screens.review)}>
          Review queue
        </MenuItem>
      )}
      <MenuDivider />
    </>
  )
}
