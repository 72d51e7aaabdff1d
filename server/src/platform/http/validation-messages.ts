import type { z } from 'zod'

/** Explains an invalid value to API users. Messages of the contract take precedence. */
export const validationMessages: z.core.$ZodErrorMap = (issue) => {
  const path = issue.path ?? []
  const name = nameOf(path)
  if (isIdPath(path)) return `${name} isn’t an ID. Use whole numbers from 1 up, as the API returns them.`
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} should be ${kinds[issue.expected] ?? 'other'}.`
    case 'too_small':
      return `${name} ${limitText(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')}.`
    case 'too_big':
      return `${name} ${limitText(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')}.`
    case 'invalid_value':
      return `${name} should be one of: ${issue.values.filter((value) => value !== '').join(', ')}.`
    case 'unrecognized_keys':
      return `${name} can’t have ${issue.keys.map((key) => key.slice(0, 60)).join(', ')}.`
    default:
      return `${name} is not valid.`
  }
}

const isIdPath = (path: readonly PropertyKey[]): boolean =>
  typeof path.at(-1) === 'number' && String(path.at(-2)).endsWith('_ids')

/** Returns a field's name, such as `filters.status` or `amount of entry 2 of lines`, counted from 1. */
function nameOf(path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((part) => typeof part === 'number')
  if (at < 0) return path.join('.') || 'The request'
  const inner = path.slice(at + 1).join('.')
  const list = path.slice(0, at)
  const entry = `ntry ${Number(path[at]) + 1}${list.length > 0 ? ` of ${nameOf(list)}` : ''}`
  return inner === '' ? `E${entry}` : `${inner} of e${entry}`
}

function limitText(type: string, limit: number | bigint, comparison: string): string {
  if (type === 'string') return `should have ${comparison} ${countText(limit, 'character', 'characters')}`
  if (type === 'array') return `should have ${comparison} ${countText(limit, 'entry', 'entries')}`
  return `should be ${comparison} ${limit}`
}

const countText = (count: number | bigint, one: string, many: string): string =>
  `${count} ${Number(count) === 1 ? one : many}`

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}
