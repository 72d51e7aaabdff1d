/** Action deadlines of open matches. */

export {
  actionDeadline,
  actionDeadlineDay,
  deadlineWeekCorrections,
  isCurrentVerificationRequest,
  selectMatchesDue,
  toActionDay,
} from './action-deadline.queries.ts'
