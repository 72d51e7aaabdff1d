/** Skips falsy names: `cx('row', active && 'row-active')`. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
