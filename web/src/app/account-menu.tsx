import { screens } from '@twofold/contract'
import { CircleUserRound, LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCurrentOrganization } from '../shared/current-organization.tsx'
import { logOut, useMe } from '../shared/me.tsx'
import { Menu, MenuDivider, MenuItem } from '../ui/menu.tsx'
import { OrganizationItems } from './organization-items.tsx'
import { ThemeItems } from './theme-menu.tsx'

export function AccountMenu() {
  const me = useMe()
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <button type="button" className="inline-flex size-11 shrink-0 items-center justify-center rounded-full">
          <span className="sr-only">{me.name}’s account</span>
          <span
            aria-hidden="true"
            className="inline-flex size-9 items-center justify-center rounded-full bg-brand text-sm font-semibold text-on-brand"
          >
            {initialsOf(me.name || me.email)}
          </span>
        </button>
      }
    >
      <div className="max-w-72 px-2.5 pt-1.5 pb-2">
        <p className="truncate font-semibold">{me.name}</p>
        <p className="truncate text-sm text-muted">{me.email}</p>
        <LevelLine />
      </div>
      <MenuDivider />
      <MenuItem icon={CircleUserRound} onSelect={() => void navigate(screens.account)}>
        Your account
      </MenuItem>
      <OrganizationItems />
      <ThemeItems />
      <MenuDivider />
      <MenuItem icon={LogOut} onSelect={logOut}>
        Logout
      </MenuItem>
    </Menu>
  )
}

const levels = {
  read: 'You have read access here.',
  write: 'You have write access here.',
  admin: 'You are an admin here.',
  super: 'You’re here as Twofold support.',
} as const

function LevelLine() {
  const current = useCurrentOrganization()
  if (current.state !== 'ready') return null
  return <p className="mt-1 text-sm text-muted">{levels[current.organization.level]}</p>
}

function initialsOf(name: string): string {
  const words = name.trim().split(/[\s@.]+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
