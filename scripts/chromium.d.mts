/** Null if neither an installed browser nor Playwright's download exists. */
export function findChromium(): string | null
