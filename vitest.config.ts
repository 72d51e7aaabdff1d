import { defineConfig } from 'vitest/config'

// Limits are there to end what hangs. A machine that is busy with something else takes ten times as long.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } }

export default defineConfig({
  test: {
    // Tests of the server wait more than they work: for locks, mails, processes. Three of them keep two cores busy.
    maxWorkers: 3,
    // Files of one worker share the modules that they load; loading them anew took a third of the run.
    isolate: false,
    projects: [
      { extends: true, test: { ...patience, name: 'structure', include: ['structure/**/*.test.ts'] } },
      { extends: true, test: { ...patience, name: 'matching', include: ['matching/src/**/*.test.ts'] } },
      { extends: true, test: { ...patience, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...patience,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { ...patience, name: 'widget', include: ['widget/src/**/*.test.ts'] } },
      { extends: true, test: { ...patience, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
