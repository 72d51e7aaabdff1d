import { type Level, members } from '@twofold/contract'
import { formatDateTime } from '../../../ui/format.ts'

type Member = members.Member

export const levels: readonly Level[] = ['read', 'write', 'admin']

export const userToasts = {
  added: 'User added successfully',
  updated: 'User updated successfully',
  removed: 'User removed successfully',
  notAdded: 'Failed to add user',
  notUpdated: 'Failed to update user',
  notRemoved: 'Failed to remove user',
} as const

export function formatLastSeen({ last_seen_at, invited_at }: Member, timeZone: string): string {
  if (last_seen_at) return `Last sign-in ${formatDateTime(last_seen_at, timeZone)}`
  return invited_at ? `Invited ${formatDateTime(invited_at, timeZone)}, not signed in yet` : 'Not signed in yet'
}

/** The parent's admins can manage a chapter without an admin. */
export function removalBlockedReason(member: Member, all: readonly Member[], isChapter: boolean): string | undefined {
  if (isChapter || member.level !== 'admin') return undefined
  const others = all.filter(({ id, level, through }) => id !== member.id && level === 'admin' && through === null)
  return others.length === 0 ? members.memberMessages.lastAdmin : undefined
}

export function changesOf(
  member: Member,
  form: { readonly name: string; readonly level: Level; readonly may_sign: boolean; readonly title: string },
): { name?: string; level?: Level; signer?: { may_sign: boolean; title: string } } {
  const name = form.name.trim()
  const title = form.title.trim()
  const isSameSigner = form.may_sign === member.may_sign && title === member.title
  return {
    ...(name === member.name ? {} : { name }),
    ...(form.level === member.level ? {} : { level: form.level }),
    ...(isSameSigner ? {} : { signer: { may_sign: form.may_sign, title } }),
  }
}
