import { einProblem, formatEin } from '@twofold/contract'
import type { ComponentProps } from 'react'
import { Input } from './field.tsx'
import { useDebounced } from './use-debounced.ts'

export function caretAfter(text: string, count: number): number {
  let wordCharacters = 0
  for (let index = 0; index < text.length; index++) {
    if (wordCharacters === count) return index
    if (/\w/.test(text.charAt(index))) wordCharacters += 1
  }
  return text.length
}

/** Writes an EIN as 12-3456789. The caret stays behind the same digit. */
export function EinInput({ onChange, ...input }: ComponentProps<'input'>) {
  return (
    <Input
      autoComplete="off"
      {...input}
      onChange={(event) => {
        const box = event.currentTarget
        const typed = box.value
        const formatted = formatEin(typed)
        if (formatted !== typed) {
          const before = typed.slice(0, box.selectionStart ?? typed.length).replaceAll(/\W/g, '')
          box.value = formatted
          const caret = caretAfter(formatted, before.length)
          // Delete in front of the hyphen moves on, because the hyphen comes back.
          const isForward = 'inputType' in event.nativeEvent && event.nativeEvent.inputType === 'deleteContentForward'
          const position = isForward && formatted.charAt(caret) === '-' ? caret + 1 : caret
          box.setSelectionRange(position, position)
        }
        onChange?.(event)
      }}
    />
  )
}

/** Returns what is wrong with the number once typing pauses. A Canadian organization has another kind of number. */
export function useEinWarning(ein: string, country: string): string | undefined {
  const isSettled = useDebounced(ein, 1_000) === ein
  return isSettled && ein.trim() !== '' && country === 'US' ? (einProblem(ein) ?? undefined) : undefined
}
