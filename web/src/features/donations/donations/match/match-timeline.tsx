import type { donations } from '@twofold/contract'
import { type LucideIcon, MailOpen, Send, StickyNote } from 'lucide-react'
import { session } from '../../../../api/session.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { formatDateTime } from '../../../../ui/format.ts'
import { useFocusAfterRemoval } from '../../../../ui/use-focus-after-removal.ts'
import { StatusBadge, statusStyleOf } from '../status-badge.tsx'
import { DialogSection } from './dialog-section.tsx'
import { NoteForm, RemoveNote } from './match-notes.tsx'
import { type TimelineItem, timelineOf } from './timeline.ts'
import { ViewEmailLink } from './view-email-link.tsx'

export function MatchTimeline({ detail }: { detail: donations.DonationDetail }) {
  const permissions = usePermissions()
  const items = timelineOf(detail, session.serverNow())
  return (
    <DialogSection title="Timeline">
      {permissions.write && <NoteForm donationId={detail.id} />}
      <ol>
        {items.map((item) => (
          <Line key={item.key} item={item} donationId={detail.id} />
        ))}
      </ol>
    </DialogSection>
  )
}

function Line({ item, donationId }: { item: TimelineItem; donationId: number }) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row} className="group relative pb-5 pl-7 last:pb-0">
      <span
        className="absolute top-3 bottom-0 left-[0.3125rem] w-px bg-hairline group-last:hidden"
        aria-hidden="true"
      />
      <Mark item={item} />
      <Item item={item} donationId={donationId} />
    </li>
  )
}

const signs: Partial<Record<TimelineItem['kind'], LucideIcon>> = { mail: Send, reaction: MailOpen, note: StickyNote }

function Mark({ item: { kind, statusId } }: { item: TimelineItem }) {
  const Icon = signs[kind]
  if (Icon) {
    return (
      <span className="absolute top-1 -left-1 rounded-full bg-surface p-0.5 text-muted">
        <Icon className="size-4" aria-hidden="true" />
      </span>
    )
  }
  return (
    <span
      className={cx('absolute top-2 left-0 size-2.75 rounded-full', statusStyleOf(statusId ?? 0).bar)}
      aria-hidden="true"
    />
  )
}

function Item({ item, donationId }: { item: TimelineItem; donationId: number }) {
  const { time_zone } = useOrganization()
  const { what, by, at, details, statusId, isMove, note, mailId } = item
  return (
    <>
      <p>
        <span className="font-semibold">{what}</span>
        {by && <span className="text-muted"> · {by}</span>}
      </p>
      <p className="text-[0.9375rem] text-muted">
        <time dateTime={at}>{formatDateTime(at, time_zone)}</time>
      </p>
      {note && (
        <div className="mt-1.5 rounded-control border border-hairline bg-sunken/60 px-3.5 py-2.5">
          <p className="break-words whitespace-pre-line">{note.text}</p>
          <RemoveNote note={note} donationId={donationId} />
        </div>
      )}
      {details.length > 0 && (
        <ul className="text-[0.9375rem] text-muted">
          {details.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      {mailId !== undefined && (
        <p className="text-[0.9375rem]">
          <ViewEmailLink id={mailId} subject={details[0] ?? ''} />
        </p>
      )}
      {isMove && statusId !== undefined && <StatusBadge statusId={statusId} className="mt-1.5" />}
    </>
  )
}
