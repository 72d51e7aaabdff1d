import { el } from './element.ts'
import { placements } from './placements.ts'
import { createService } from './service.ts'
import { readSettings, type Settings } from './settings.ts'
import { style } from './style.ts'

/** Also serves elements with `data-twofold` that appear later. An error in here never affects the page. */
// Custom script loaders leave no current script.
const script = document.currentScript ?? document.querySelector('script[src*="/widget.js"]')
const base = script instanceof HTMLScriptElement ? new URL(script.src).origin : ''

function place(mark: HTMLElement): void {
  const settings = readSettings(mark.dataset)
  if (!settings || mark.dataset.twofoldPlaced === '') return
  mark.dataset.twofoldPlaced = ''
  const host = el('div')
  // An element's content is its fallback without the widget.
  const instead = mark instanceof HTMLScriptElement ? [] : [...mark.childNodes]
  if (mark instanceof HTMLScriptElement) mark.after(host)
  else mark.append(host)
  try {
    fill(host, settings)
    for (const node of instead) node.remove()
  } catch (error) {
    host.remove()
    console.warn('twofold widget', error)
  }
}

function fill(host: HTMLElement, settings: Settings): void {
  const shadow = host.attachShadow({ mode: 'open' })
  const isFramed = settings.kind !== 'field' && settings.kind !== 'button'
  const root = el('div', { class: isFramed ? 'root framed' : 'root' })
  const tell = (name: string, detail: object): boolean =>
    host.dispatchEvent(new CustomEvent(`twofold:${name}`, { bubbles: true, detail }))
  root.append(...placements[settings.kind]({ service: createService(base), settings, host, tell }))
  dress(host, shadow, settings)
  shadow.append(root)
}

function dress(host: HTMLElement, shadow: ShadowRoot, { accent, theme }: Settings): void {
  // Every content security policy allows a constructed stylesheet, but not a style element.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  shadow.adoptedStyleSheets = [sheet]
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => host.toggleAttribute('data-dark', theme === 'dark' || (theme === 'auto' && dark.matches))
  follow()
  dark.addEventListener('change', follow)
  if (accent && CSS.supports('color', accent)) {
    host.style.setProperty('--accent', accent)
    host.style.setProperty('--on', textOn(accent))
  }
}

function textOn(colour: string): string {
  const brush = document.createElement('canvas').getContext('2d')
  if (!brush) return '#fff'
  brush.fillStyle = colour
  brush.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
  const light = (part: number) => (part / 255) ** 2.2
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue) > 0.18 ? '#000' : '#fff'
}

function placeAll(): void {
  const marks = document.querySelectorAll<HTMLElement>('[data-twofold]:not([data-twofold-placed])')
  for (const mark of marks) place(mark)
}

placeAll()
new MutationObserver(placeAll).observe(document, { childList: true, subtree: true })
