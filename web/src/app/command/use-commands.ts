import { screens } from '@twofold/contract'
import { ArrowLeftRight, Download, FilePlus, LogOut, type LucideIcon, Megaphone, Upload } from 'lucide-react'
import { useLocation } from 'react-router'
import { downloadList } from '../../features/donations/donations/index.ts'
import { useCurrentOrganization, usePermissions } from '../../shared/current-organization.tsx'
import { logOut, useMe } from '../../shared/me.tsx'
import { chooseTheme, chosenTheme, themeChoices } from '../../ui/theme-choice.ts'
import { themeOptions } from '../theme-options.ts'
import type { CommandView } from './command-view.ts'

type Command = {
  readonly label: string
  readonly icon: LucideIcon
  readonly hint?: string
  readonly other?: string
  readonly run: () => void
}

export function useCommands(onStage: (stage: CommandView | null) => void, onOrganizations: () => void): Command[] {
  const me = useMe()
  const permissions = usePermissions()
  const current = useCurrentOrganization()
  const { pathname, search } = useLocation()
  const organization = current.state === 'ready' ? current.organization : null
  const isSuper = me.globalPermission === 'super'
  const isDonationsList = pathname === screens.donations
  const commands: (Command | false | null)[] = [
    permissions.write && {
      label: 'Upload donations',
      icon: Upload,
      other: 'file import',
      run: () => onStage('upload'),
    },
    permissions.write && { label: 'Add donation', icon: FilePlus, other: 'new gift', run: () => onStage('donation') },
    organization && {
      label: 'Download CSV',
      icon: Download,
      hint: isDonationsList ? 'of this list' : 'all donations',
      other: 'export',
      run: () => {
        onStage(null)
        void downloadList(organization, isDonationsList ? search : null)
      },
    },
    permissions.write && {
      label: 'New campaign',
      icon: Megaphone,
      other: 'add create',
      run: () => onStage('campaign'),
    },
    (isSuper || me.orgs.length > 1) && {
      label: 'Switch organization…',
      icon: ArrowLeftRight,
      other: 'change chapter',
      run: onOrganizations,
    },
    ...themeChoices
      .filter((choice) => choice !== chosenTheme())
      .map((choice) => ({
        label: `Appearance: ${themeOptions[choice].label}`,
        icon: themeOptions[choice].icon,
        other: 'theme mode colors',
        run: () => {
          chooseTheme(choice)
          onStage(null)
        },
      })),
    {
      label: 'Logout',
      icon: LogOut,
      other: 'log out sign out leave',
      run: () => {
        onStage(null)
        logOut()
      },
    },
  ]
  return commands.filter((command) => command !== false && command !== null)
}
