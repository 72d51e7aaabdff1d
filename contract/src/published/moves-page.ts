import {
  type ActionTarget,
  actions,
  donorUndoDays,
  levels,
  type MoveActor,
  moves,
  type StatusId,
  statusIds,
  statusOf,
  undoableDonorActions,
  whyUnexpected,
} from '@twofold/matching'
import { undoSeconds } from '../donations/donation-changes.ts'

/** Returns `docs/moves.md`, generated from the table of moves. */
export function movesPage(): string {
  return `# Moves of a match

Written by \`npm run moves\` from \`matching/src/statuses/moves.ts\` and \`actions.ts\`; a test holds it to them. Levels stand for those
above them too: what write may, admin and super may. A move that is not here is refused with a sentence and changes nothing.

| move | from | by | leads to | button |
|---|---|---|---|---|
${moves.map(line).join('\n')}

A donor can undo ${undoableDonorActions.join(' and ')} on their page for ${donorUndoDays} days: the match goes back to the status it had. This is refused
once staff, a payment or a verification has moved it. Staff can undo their own change for ${undoSeconds} seconds.

Submitted is pressed by staff wherever a donor could still act, because donors do it without us. Where nobody expected it,
the history says why:

${surprises()}

## Statuses

| id | name |
|---|---|
${statusIds.map((id) => `| ${id} | ${statusOf(id).label} |`).join('\n')}
`
}

function line({ action, from, to, by }: (typeof moves)[number]): string {
  const { leads, button, spec } = actions[action]
  const isStaffs = by.some((one) => levels.some((level) => level === one))
  const words = button && isStaffs ? `${button}${spec ? ` (\`${spec}\`)` : ''}` : ''
  return `| ${action} | ${listed(from)} | ${by.map(mover).join(', ')} | ${where(leads, to)} | ${words} |`
}

const ascending = (ids: readonly StatusId[]): StatusId[] => [...ids].sort((a, b) => a - b)

function listed(ids: readonly (StatusId | null)[]): string {
  const known = ids.filter((id) => id !== null)
  if (known.length < ids.length) return 'arrival'
  if (known.length === statusIds.length) return 'any'
  const missing = statusIds.filter((id) => !known.includes(id))
  return missing.length <= 3 ? `any but ${ascending(missing).join(', ')}` : ascending(known).join(', ')
}

function where(leads: ActionTarget, to: readonly StatusId[]): string {
  switch (leads) {
    case 'rules':
      return to.length === statusIds.length ? 'what the rules say' : `what the rules say: ${ascending(to).join(', ')}`
    case 'before':
      return 'where it came from'
    case 'form':
      return '3 where the form needs the nonprofit, else 4'
    case 'stays':
      return 'where it is'
    default:
      return String(leads)
  }
}

const mover = (by: MoveActor): string => (by === 'system' ? 'the product' : by === 'import' ? 'an upload' : by)

const surprises = (): string =>
  ascending(statusIds)
    .flatMap((id) => {
      const why = whyUnexpected('submit', id)
      return why ? [`- ${id}: ${why}`] : []
    })
    .join('\n')
