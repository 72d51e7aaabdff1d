/** The path of an installed Chromium or Chrome, or of the one that Playwright has downloaded; null when there is none. */
export function findChromium(): string | null
