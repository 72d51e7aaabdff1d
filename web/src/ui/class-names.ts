/** Joins class names and leaves out what is off: `cx('row', active && 'row-active')`. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
