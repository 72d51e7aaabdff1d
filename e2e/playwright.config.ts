import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Two browsers and the product share the machine.
  workers: 2,
  fullyParallel: false,
  retries: 0, // a test that fails once has found something
  forbidOnly: true,
  // Limits are there to end what hangs. The server's tests run at the same time, and others may use the machine, too.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // What moves is drawn sixty times a second, by the processor that the tests need; a test of motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a fifth of the run; `--trace on` does it for a test that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox', // the tests also run as root, where the sandbox does not
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
