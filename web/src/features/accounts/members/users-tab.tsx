import { type Level, members, type ResponseOf } from '@twofold/contract'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { queryClient, queryKeyOf, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast, toastError, toastUndo } from '../../../ui/toast-store.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { type CredentialsChoice, CredentialsDialog, leftCredentials } from './credentials-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { LevelBadge } from './level-badge.tsx'
import { levels, removalBlockedReason, userToasts } from './member-text.ts'
import { RemovedUsers } from './removed-users.tsx'
import { UserRow } from './user-row.tsx'

type OpenDialog =
  | 'add'
  | { readonly edit: members.Member }
  | { readonly leave: members.Member }
  | { readonly member: members.Member; readonly left: members.LeftCredentials; readonly level?: Level }
type MemberList = ResponseOf<typeof members.listMembers>

export default function UsersTab() {
  const organization = useOrganization()
  const me = useMe()
  const { admin } = usePermissions()
  const input = { params: { id: organization.id } }
  const { data, error, isPending, refetch } = useApiQuery(members.listMembers, input)
  const waiting = useSkeleton(isPending)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const cacheMembers = (answer: MemberList) => queryClient.setQueryData(queryKeyOf(members.listMembers, input), answer)

  const remove = async (member: members.Member, credentials?: CredentialsChoice): Promise<boolean> => {
    const body = { org_id: organization.id, user_id: member.id, ...(credentials ? { credentials } : {}) }
    try {
      cacheMembers(await call(members.removePermission, { body }))
      toastUndo(userToasts.removed, () => void restore(member.id))
      return true
    } catch (refused) {
      const left = leftCredentials(refused)
      if (left) setDialog({ member, left })
      else toastError(userToasts.notRemoved, refused)
      return false
    }
  }
  const leave = async (member: members.Member, credentials?: CredentialsChoice) => {
    if (await remove(member, credentials)) location.reload()
  }
  /** Throws unless the refusal asks about keys and webhooks. */
  const changeLevel = async (member: members.Member, level: Level, credentials?: CredentialsChoice) => {
    const body = { org_id: organization.id, user_id: member.id, level, ...(credentials ? { credentials } : {}) }
    try {
      cacheMembers(await call(members.setPermission, { body }))
      toast({ title: userToasts.updated })
      close()
    } catch (refused) {
      const left = leftCredentials(refused)
      if (!left) throw refused
      setDialog({ member, left, level })
    }
  }
  const restore = async (userId: number) => {
    try {
      cacheMembers(await call(members.restoreUser, { params: { id: organization.id, userId } }))
      toast({ title: userToasts.added })
    } catch (refused) {
      toastError(userToasts.notAdded, refused)
    }
  }
  const inviteAgain = async (member: members.Member) => {
    try {
      const params = { id: organization.id, userId: member.id }
      cacheMembers(await call(members.inviteAgain, { params }))
      toast({ title: 'Invitation sent', description: member.email })
    } catch (refused) {
      toastError('Failed to send the invitation', refused)
    }
  }

  const users = data?.users ?? []
  const ownUsers = users.filter(({ through }) => through === null)
  const shared = users.filter(({ through }) => through !== null)
  const isChapter = organization.parent_id !== null
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <LevelGuide />
        {admin && (
          <Button icon={UserPlus} onClick={() => setDialog('add')}>
            Add User
          </Button>
        )}
      </div>
      <Card padded={false} className="overflow-hidden">
        {waiting && <Rows />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        <ul className="divide-y divide-hairline">
          {ownUsers.map((member) => {
            const why = removalBlockedReason(member, users, isChapter)
            return (
              <UserRow
                key={member.id}
                member={member}
                timeZone={organization.time_zone}
                isMe={member.id === me.id}
                {...(admin
                  ? {
                      actions: {
                        why,
                        onEdit: () => setDialog({ edit: member }),
                        onInvite: () => void inviteAgain(member),
                        onRemove: () => (member.id === me.id ? setDialog({ leave: member }) : void remove(member)),
                      },
                    }
                  : {})}
              />
            )
          })}
          {data && ownUsers.length === 0 && <li className="px-5 py-6 text-muted">No users yet.</li>}
        </ul>
      </Card>
      {data && data.removed.length > 0 && <RemovedUsers removed={data.removed} onRestore={(id) => void restore(id)} />}
      {shared.length > 0 && (
        <section>
          <h2 className="mb-1 text-lg font-semibold">Through {shared[0]?.through?.name}</h2>
          <p className="mb-3 text-muted">The parent organization’s team has the same access here.</p>
          <Card padded={false} className="overflow-hidden">
            <ul className="divide-y divide-hairline">
              {shared.map((member) => (
                <UserRow key={member.id} member={member} timeZone={organization.time_zone} isMe={member.id === me.id} />
              ))}
            </ul>
          </Card>
        </section>
      )}
      {dialog === 'add' && (
        <AddUserDialog
          organization={organization}
          onClose={close}
          onAdded={(next) => {
            cacheMembers(next)
            close()
          }}
        />
      )}
      {dialog !== null && dialog !== 'add' && 'edit' in dialog && (
        <EditUserDialog
          organizationId={organization.id}
          member={dialog.edit}
          why={removalBlockedReason(dialog.edit, users, isChapter)}
          onClose={close}
          onSaved={cacheMembers}
          onLevel={(level) => changeLevel(dialog.edit, level)}
        />
      )}
      {dialog !== null && dialog !== 'add' && 'left' in dialog && (
        <CredentialsDialog
          left={dialog.left}
          level={dialog.level}
          admins={users.filter(
            ({ id, level, through }) =>
              level === 'admin' && id !== dialog.member.id && (through === null || id === me.id),
          )}
          organizationId={organization.id}
          onClose={close}
          onChoose={(choice) => {
            close()
            if (dialog.level)
              changeLevel(dialog.member, dialog.level, choice).catch((refused) =>
                toastError(userToasts.notUpdated, refused),
              )
            else void (dialog.member.id === me.id ? leave(dialog.member, choice) : remove(dialog.member, choice))
          }}
        />
      )}
      {dialog !== null && dialog !== 'add' && 'leave' in dialog && (
        <Dialog
          width="small"
          onClose={close}
          title="Remove yourself?"
          description={`You’ll no longer see ${organization.name}. Only another admin can add you back.`}
          footer={
            <CancelAndConfirm
              onCancel={close}
              variant="danger"
              onClick={() => {
                close()
                void leave(dialog.leave)
              }}
            >
              Remove me
            </CancelAndConfirm>
          }
        />
      )}
    </div>
  )
}

function LevelGuide() {
  return (
    <dl className="flex max-w-[65ch] min-w-0 flex-1 flex-col gap-1.5 text-[0.9375rem] max-sm:basis-full">
      {levels.map((level) => (
        <div key={level} className="flex items-start gap-3">
          <dt className="w-20 shrink-0">
            <LevelBadge level={level} />
          </dt>
          <dd className="pt-0.5 text-muted">{members.levelLabels[level]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading users...">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-18 items-center gap-6 px-5">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
