/** Returns the path of an installed Chromium or Chrome, or of Playwright's download. Returns null if there is none. */
export function findChromium(): string | null
