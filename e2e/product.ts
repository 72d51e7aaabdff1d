import { test as base, type Locator, type Page, type Route } from '@playwright/test'
import { auth } from '@twofold/contract'
import { callsTo } from '../server/src/testing/calls.ts'
import { redirectAfterMs } from '../web/src/features/accounts/auth/redirect-after.ts'
import { longReadMs, preloadToasterAfterMs, toastRules, undoMs } from '../web/src/ui/toast-store.ts'

export { expect } from '@playwright/test'

export const addressVariable = 'TWOFOLD_E2E_ADDRESS'
/** Offset of the product's clock from the machine's, in ms. */
export const clockVariable = 'TWOFOLD_E2E_CLOCK'
export const demoPassword = 'twofold-demo'

export function productAddress(): string {
  const address = process.env[addressVariable]
  if (!address) throw new Error('the global setup has not started the product')
  return address
}

/** A machine that stalls for some seconds must not miss temporary elements. */
const staysMs = 60_000
const usualMs = [toastRules.durationMs, undoMs, longReadMs, preloadToasterAfterMs, redirectAfterMs]

/** A test fails on browser console errors. It empties `complaints` after provoking one. */
export const test = base.extend<{ complaints: string[]; longLivedToasts: undefined }>({
  baseURL: async ({ browserName: _ }, use) => use(productAddress()),
  // Tests check the real durations with the page clock (`page.clock`), which takes precedence.
  longLivedToasts: [
    async ({ context }, use) => {
      await context.addInitScript(
        ({ usual, stays }) => {
          const later = window.setTimeout.bind(window)
          const lasting = (run: TimerHandler, ms?: number, ...args: unknown[]) =>
            later(run, usual.includes(ms ?? 0) ? stays : ms, ...args)
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

/** Tests provoke refusals on purpose. */
const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of 4\d\d/.test(text)

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
}

export async function openViaSignIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path)
  await signIn(page, email)
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path)
}

/** `organizationId` is the user's first organization. */
export async function callerAs(email: string, password: string = demoPassword) {
  const calls = callsTo(productAddress())
  const answer = await calls.call(auth.login, { body: { email, password } })
  const { access_token: token, me } = auth.signedIn.parse(answer)
  return { ...calls, token, organizationId: me.orgs[0]?.id ?? 0 }
}

/** Approximate. */
export const productTime = (): number => Date.now() + Number(process.env[clockVariable] ?? 0)

export const daysAgo = (days: number): string => new Date(productTime() - days * 86_400_000).toISOString().slice(0, 10)

/** Other tests count gifts of the last 60 days and of the year before the last half year. */
export const dayOfAddedGifts = (): string => daysAgo(100)

/** Charts load when visible. */
export const scrollToCharts = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Feature Requests' }).scrollIntoViewIfNeeded()

/** `method` limits the held calls. */
export async function whileResponseHeld(
  page: Page,
  path: string | RegExp,
  check: () => Promise<void>,
  method?: 'GET',
): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = async (route: Route): Promise<void> => {
    if (!method || route.request().method() === method) await released
    await route.fallback()
  }
  await page.route(path, hold)
  await check()
  release()
}

/** Hovering keeps the toast open, however slow the machine is. */
export async function hoverUndo(page: Page): Promise<Locator> {
  const undo = page.locator('[data-toast-viewport]').getByRole('button', { name: 'Undo' })
  await undo.hover()
  return undo
}

/** Uses the popover of the filter's chip. */
export async function fillMinAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^(Min amount|\$[\d,.]+ or more)$/ }).click()
  const field = page.getByRole('textbox', { name: 'Min amount' })
  await field.fill(amount)
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}

let entries = 0

/** The session comes from the login call. */
export async function openSignedIn(page: Page, email: string, path: string, password?: string): Promise<void> {
  const { token } = await callerAs(email, password)
  // Runs once: later session changes must persist.
  await page.context().addInitScript(
    ({ origin, given, time, entry }) => {
      // A sandboxed document has the product's address but an opaque origin without storage.
      if (self.origin !== origin || Number(localStorage.getItem('test.entry') ?? 0) >= entry) return
      localStorage.setItem('test.entry', String(entry))
      localStorage.setItem('twofold.token', given)
      localStorage.setItem('twofold.ahead', String(time - Date.now()))
    },
    { origin: new URL(productAddress()).origin, given: token, time: productTime(), entry: ++entries },
  )
  await page.goto(path)
}
