import { el } from './element.ts'
import { placements } from './placements.ts'
import { createService, loadTexts } from './service.ts'
import { kindOf, readSettings, type Settings } from './settings.ts'
import { style } from './style.ts'
import { english, languageOf, type Texts } from './texts.ts'

/** Also serves elements with `data-twofold` that appear later. An error in here never affects the page. */
// Custom script loaders leave no current script.
const script = document.currentScript ?? document.querySelector('script[src*="/widget.js"]')
const base = script instanceof HTMLScriptElement ? new URL(script.src).origin : ''

const loads: Record<string, Promise<Texts> | undefined> = { '': Promise.resolve(english) }

function mount(mark: HTMLElement): void {
  const kind = kindOf(mark.dataset)
  if (!kind || mark.dataset.twofoldPlaced === '') return
  mark.dataset.twofoldPlaced = ''
  const language = languageOf(mark)
  loads[language] ??= loadTexts(base, language)
  void loads[language].then((texts) => placeAt(mark, readSettings(kind, mark.dataset, texts), texts))
}

function placeAt(mark: HTMLElement, settings: Settings, texts: Texts): void {
  const host = el('div', { lang: texts.locale || 'en' })
  // An element's content is its fallback without the widget.
  const fallbackNodes = mark instanceof HTMLScriptElement ? [] : [...mark.childNodes]
  if (mark instanceof HTMLScriptElement) mark.after(host)
  else mark.append(host)
  try {
    fillHost(host, settings, texts)
    for (const node of fallbackNodes) node.remove()
  } catch (error) {
    host.remove()
    console.warn('twofold widget', error)
  }
}

function fillHost(host: HTMLElement, settings: Settings, texts: Texts): void {
  const shadow = host.attachShadow({ mode: 'open' })
  const isFramed = settings.kind !== 'field' && settings.kind !== 'button'
  const root = el('div', { class: isFramed ? 'root framed' : 'root' })
  const dispatch = (name: string, detail: object): boolean =>
    host.dispatchEvent(new CustomEvent(`twofold:${name}`, { bubbles: true, detail }))
  root.append(...placements[settings.kind]({ service: createService(base, texts), settings, host, dispatch }))
  applyStyle(host, shadow, settings)
  shadow.append(root)
}

function applyStyle(host: HTMLElement, shadow: ShadowRoot, { accent, theme }: Settings): void {
  // Every content security policy allows a constructed stylesheet, but not a style element.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  shadow.adoptedStyleSheets = [sheet]
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const updateTheme = () => host.toggleAttribute('data-dark', theme === 'dark' || (theme === 'auto' && dark.matches))
  updateTheme()
  dark.addEventListener('change', updateTheme)
  if (accent && CSS.supports('color', accent)) {
    host.style.setProperty('--accent', accent)
    host.style.setProperty('--on', textOn(accent))
  }
}

function textOn(colour: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return '#fff'
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  const linearize = (channel: number) => (channel / 255) ** 2.2
  return 0.2126 * linearize(red) + 0.7152 * linearize(green) + 0.0722 * linearize(blue) > 0.18 ? '#000' : '#fff'
}

function mountAll(): void {
  const marks = document.querySelectorAll<HTMLElement>('[data-twofold]:not([data-twofold-placed])')
  for (const mark of marks) mount(mark)
}

mountAll()
new MutationObserver(mountAll).observe(document, { childList: true, subtree: true })
