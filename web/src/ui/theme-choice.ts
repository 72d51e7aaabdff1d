/** `public/theme.js` reads the same key before the first paint. */
const themeKey = 'twofold.theme'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

export function chosenTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey)
    return themeChoices.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeKey, choice)
  } catch {
    // Without storage, the choice applies to this page only.
  }
  applyTheme(choice)
}

function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#131b1c' : '#f7f4ed')
}

/** Call once at startup. */
export function followSystemTheme(): void {
  applyTheme(chosenTheme())
  systemIsDark().addEventListener('change', () => applyTheme(chosenTheme()))
}
