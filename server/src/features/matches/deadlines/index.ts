/** The day by which somebody must act on an open match. */

export {
  actionDeadline,
  actionDeadlineDay,
  deadlineWeekCorrections,
  isCurrentVerificationRequest,
  selectMatchesDue,
  toActionDay,
} from './action-deadline.queries.ts'
