import type { z } from 'zod'
import { Refusal } from '../runtime/errors.ts'
import { validationMessages } from './validation-messages.ts'

/** Returns the parsed input. @throws Refusal invalid with each field's message, or the result of `onInvalid` */
export function parse(shape: z.ZodType | undefined, value: unknown, onInvalid?: () => Refusal): unknown {
  if (!shape) return undefined
  const parsed = shape.safeParse(value ?? {}, { error: validationMessages })
  if (parsed.success) return parsed.data
  if (onInvalid) throw onInvalid()
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [first] = parsed.error.issues
  throw new Refusal('invalid', first?.message ?? 'That is not valid.', { fields })
}
