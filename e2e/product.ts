import { test as base, type Locator, type Page, type Route } from '@playwright/test'
import { auth } from '@twofold/contract'
import { callsTo } from '../server/src/testing/calls.ts'
import { redirectAfterMs } from '../web/src/features/accounts/auth/redirect-after.ts'
import { drawnAfterMs, longReadMs, toastRules, undoMs } from '../web/src/ui/toast-store.ts'

export { expect } from '@playwright/test'

export const addressVariable = 'TWOFOLD_E2E_ADDRESS'
/** By how many ms the product's clock is ahead of the machine's. */
export const clockVariable = 'TWOFOLD_E2E_CLOCK'
export const demoPassword = 'twofold-demo'

/** Where the global setup started the product. */
export function productAddress(): string {
  const address = process.env[addressVariable]
  if (!address) throw new Error('the global setup has not started the product')
  return address
}

/** How long what goes by itself stays in these tests: a machine that stands still for some seconds must not miss it. */
const staysMs = 60_000
const usualMs = [toastRules.durationMs, undoMs, longReadMs, drawnAfterMs, redirectAfterMs]

/** Pages know the product's address, and a test fails on what the browser itself complains about. */
export const test = base.extend<{ complaints: string[]; lastingWords: undefined }>({
  baseURL: async ({ browserName: _ }, use) => use(productAddress()),
  // Their real times are tried by the clock of a page (`page.clock`), which goes before this one.
  lastingWords: [
    async ({ context }, use) => {
      await context.addInitScript(
        ({ usual, stays }) => {
          const later = window.setTimeout.bind(window)
          const lasting = (run: TimerHandler, ms?: number, ...given: unknown[]) =>
            later(run, usual.includes(ms ?? 0) ? stays : ms, ...given)
          Object.assign(window, { setTimeout: lasting })
        },
        { usual: usualMs, stays: staysMs },
      )
      await use(undefined)
    },
    { auto: true },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
          console.error(`Content-Security-Policy: ${violatedDirective} in ${sourceFile || location.href}: ${sample}`),
        )
      })
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message.text())) complaints.push(message.text())
      })
      await use(complaints)
      base.expect(complaints, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** The browser notes every answer that is a refusal; the tests provoke these on purpose. */
const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of 4\d\d/.test(text)

/** A PNG of one red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

/** Fills in the form of the login page that is open. */
export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
}

/** Asks for a screen of the portal as somebody who is not signed in yet. */
export async function openAs(page: Page, email: string, place: string): Promise<void> {
  await page.goto(place)
  await signIn(page, email)
  await page.waitForURL((url) => `${url.pathname}${url.search}` === place)
}

/** Calls past the browser, as one of the demo's people; `organizationId` is the first that they belong to. */
export async function callerAs(email: string, password: string = demoPassword) {
  const calls = callsTo(productAddress())
  const answer = await calls.call(auth.login, { body: { email, password } })
  const { access_token: token, me } = auth.signedIn.parse(answer)
  return { ...calls, token, organizationId: me.orgs[0]?.id ?? 0 }
}

/** What the product's clock says, about. */
export const productTime = (): number => Date.now() + Number(process.env[clockVariable] ?? 0)

/** Calendar day `days` before today, in UTC as the product's clock of the tests has it. */
export const daysAgo = (days: number): string => new Date(productTime() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * The day of gifts that tests add to the demo one by one: other tests count those of the last sixty days and of the year
 * before last half year.
 */
export const dayOfAddedGifts = (): string => daysAgo(100)

/** The dashboard's charts are fetched when they come on the screen. */
export const scrollToCharts = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Feature Requests' }).scrollIntoViewIfNeeded()

/** Looks at what stands on the screen only until the server answers: its answer waits for the look. With a method, only to calls of it. */
export async function whileHeld(
  page: Page,
  path: string | RegExp,
  look: () => Promise<void>,
  method?: 'GET',
): Promise<void> {
  const { promise: looked, resolve: letGo } = Promise.withResolvers<void>()
  const hold = async (route: Route): Promise<void> => {
    if (!method || route.request().method() === method) await looked
    await route.fallback()
  }
  await page.route(path, hold)
  await look()
  letGo()
}

/** The Undo of the toast that says what was just done. The toast stays while the pointer is on it, however slow the machine is. */
export async function holdUndo(page: Page): Promise<Locator> {
  const undo = page.locator('[data-toast-viewport]').getByRole('button', { name: 'Undo' })
  await undo.hover()
  return undo
}

let entries = 0

/** Opens a screen of the portal with a session that the login call gave. */
export async function enter(page: Page, email: string, place: string, password?: string): Promise<void> {
  const { token } = await callerAs(email, password)
  // Before the first page of the product that is opened from now on, and not again: what becomes of the session is its own affair.
  await page.context().addInitScript(
    ({ origin, given, time, entry }) => {
      // A document in a sandbox has an address of ours and an origin of its own, without any storage.
      if (self.origin !== origin || Number(localStorage.getItem('test.entry') ?? 0) >= entry) return
      localStorage.setItem('test.entry', String(entry))
      localStorage.setItem('twofold.token', given)
      localStorage.setItem('twofold.ahead', String(time - Date.now()))
    },
    { origin: new URL(productAddress()).origin, given: token, time: productTime(), entry: ++entries },
  )
  await page.goto(place)
}
