import type { z } from 'zod'

/** What is wrong with a value, for people who call the API; the words of the contract come before these. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  const name = issue.path?.join('.') || 'The request'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} should be ${kinds[issue.expected] ?? 'other'}.`
    case 'too_small':
      return `${name} is too ${issue.origin === 'string' ? 'short' : 'small'}.`
    case 'too_big':
      return `${name} is too ${issue.origin === 'string' ? 'long' : 'great'}.`
    case 'invalid_value':
      return `${name} should be one of: ${issue.values.filter((value) => value !== '').join(', ')}.`
    default:
      return `${name} is not valid.`
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}
