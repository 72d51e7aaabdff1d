import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Limits are there to end what hangs. A machine that is busy with something else takes twenty times as long.
const patience = { testTimeout: 120_000, hookTimeout: 40_000, expect: { poll: { timeout: 40_000 } } }

// What takes longest begins first, and these wait more than they work: for processes that are killed and started again, mail
// servers that keep silent, leases that run out. In the order of their sizes, which is Vitest's on a fresh clone, they came
// last, and the run waited two minutes for them with one core idle.
const longest = [
  'crash',
  'notification-queue',
  'api-docs',
  'digests',
  'families',
  'mail-server-away',
  'kill',
  'two-nodes',
  'main',
  'embedded-postgres',
].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A worker that goes on to another project loads everything anew.
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at >= 0 ? at : longest.length + Number(project.name !== 'server')
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Tests of the server wait more than they work: for locks, mails, processes. With three of them and the browser tests,
    // both cores worked three quarters of the time.
    maxWorkers: 4,
    // After Vitest's ten seconds the process would end before it has looked for statements that differ from their rows.
    teardownTimeout: 300_000,
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
