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
  retries: 0, // a test that fails once has found a defect
  forbidOnly: true,
  // These limits only end hanging tests.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Animations use the CPU that the tests need. A motion test enables them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a fifth of the run. Use `--trace on` to investigate a single test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox', // the tests also run as root, where the sandbox is unavailable
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
