import type { members } from '@twofold/contract'
import { Ellipsis, Mail, Pencil, UserMinus } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx'
import { LevelBadge } from './level-badge.tsx'
import { formatLastSeen } from './member-text.ts'

type Actions = {
  readonly why: string | undefined
  readonly onEdit: () => void
  readonly onInvite: () => void
  readonly onRemove: () => void
}

export function UserRow({
  member,
  timeZone,
  isMe,
  actions,
}: {
  member: members.Member
  timeZone: string
  isMe: boolean
  actions?: Actions
}) {
  return (
    <li className="flex min-h-18 items-center gap-3 py-2.5 pr-2.5 pl-5 sm:gap-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          {member.name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </p>
        {member.may_sign && <p className="text-[0.9375rem] break-words">{`Signs forms as ${member.title}`}</p>}
        {member.email && <p className="text-[0.9375rem] break-all text-muted">{member.email}</p>}
        {member.through === null && <p className="text-sm text-muted sm:hidden">{formatLastSeen(member, timeZone)}</p>}
        <p className="mt-1.5 sm:hidden">
          <LevelBadge level={member.level} />
        </p>
      </div>
      {member.through === null && (
        <p className="max-w-56 text-right text-sm text-muted max-sm:hidden">{formatLastSeen(member, timeZone)}</p>
      )}
      <span className="flex w-22 shrink-0 justify-end max-sm:hidden">
        <LevelBadge level={member.level} />
      </span>
      {actions && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${member.name}`} />}>
          <MenuItem icon={Pencil} onSelect={actions.onEdit}>
            Edit User
          </MenuItem>
          {member.last_seen_at === null && (
            <MenuItem icon={Mail} onSelect={actions.onInvite}>
              Resend the invitation
            </MenuItem>
          )}
          <MenuDivider />
          <MenuItem icon={UserMinus} danger disabled={actions.why !== undefined} onSelect={actions.onRemove}>
            Remove User
          </MenuItem>
          {actions.why && <p className="max-w-64 px-2.5 pb-1.5 text-sm text-muted">{actions.why}</p>}
        </Menu>
      )}
    </li>
  )
}
