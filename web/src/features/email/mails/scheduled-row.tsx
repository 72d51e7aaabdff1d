import { linkTo, type mailSchedule, screens } from '@twofold/contract'
import { CirclePause, Ellipsis, Filter, Send, Trash2, Undo2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { session } from '../../../api/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx'
import { describeKind, describeReason, formatDelay, formatSendTime, stateLabels } from './schedule-text.ts'

type Mail = mailSchedule.ScheduledMail
type Props = {
  mail: Mail
  timeZone: string
  canWrite: boolean
  onAct: (action: mailSchedule.ScheduleAction) => void
  links: { readonly donor: string; readonly match: string }
  /** Called when another part of the schedule opens. */
  onLeave: () => void
}

export function ScheduledRow({ mail, timeZone, canWrite, onAct, links, onLeave }: Props) {
  const navigate = useNavigate()
  const recipient = mail.donor_name || mail.donor_email
  const goTo = (address: string) => {
    onLeave()
    navigate(address)
  }
  return (
    <li className="flex items-start gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className={cx('break-words', mail.state !== 'goes' && 'text-muted')}>
          <Link
            className="font-semibold underline-offset-2 hover:underline"
            to={linkTo(screens.donor, { id: mail.donor_id })}
          >
            {recipient}
          </Link>
          {' · '}
          {describeKind(mail)}
          {mail.company && ` · ${mail.company}`}
        </p>
        <p className="text-[0.9375rem] break-words text-muted">
          {mail.state !== 'goes' && <strong className="text-ink">{stateLabels[mail.state]}. </strong>}
          {formatSendTime(mail, timeZone, session.serverNow())}. {mail.state === 'dropped' ? '' : describeReason(mail)}
          {formatDelay(mail)}
        </p>
      </div>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${describeKind(mail)} to ${recipient}`} />}>
        {canWrite && (mail.state === 'goes' || mail.state === 'stops') && (
          <MenuItem icon={CirclePause} onSelect={() => onAct('hold')}>
            Pause
          </MenuItem>
        )}
        {canWrite && mail.state === 'held' && (
          <MenuItem icon={Send} onSelect={() => onAct('release')}>
            Resume
          </MenuItem>
        )}
        {canWrite && mail.state !== 'dropped' && (
          <MenuItem icon={Trash2} onSelect={() => onAct('drop')}>
            Cancel
          </MenuItem>
        )}
        {canWrite && mail.state === 'dropped' && (
          <MenuItem icon={Undo2} onSelect={() => onAct('bring_back')}>
            Restore
          </MenuItem>
        )}
        {canWrite && <MenuDivider />}
        <MenuItem icon={Filter} onSelect={() => goTo(links.donor)}>
          All to this donor
        </MenuItem>
        <MenuItem icon={Filter} onSelect={() => goTo(links.match)}>
          All about this match
        </MenuItem>
      </Menu>
    </li>
  )
}
