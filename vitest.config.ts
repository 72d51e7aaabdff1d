import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Limits end tests that hang. A busy machine takes up to twenty times as long.
const timeouts = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 240_000 } } }

// These files take longest because they wait for processes, mail servers and leases, so they start first.
const longest = [
  'crash',
  'notification-queue',
  'api-docs',
  'digests',
  'families',
  'mail-server-outage',
  'process-kill',
  'two-nodes',
  'main',
  'embedded-postgres',
].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A worker that changes to another project loads all modules again.
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at >= 0 ? at : longest.length + Number(project.name !== 'server')
    }
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Server tests mostly wait for locks, emails and processes, so two cores can run four workers.
    maxWorkers: 4,
    // The comparison of statements with their rows takes longer than Vitest's ten seconds.
    teardownTimeout: 300_000,
    // Files of one worker share loaded modules. Loading them for each file took a third of the run.
    isolate: false,
    projects: [
      { extends: true, test: { ...timeouts, name: 'structure', include: ['structure/**/*.test.ts'] } },
      { extends: true, test: { ...timeouts, name: 'matching', include: ['matching/src/**/*.test.ts'] } },
      { extends: true, test: { ...timeouts, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...timeouts,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { ...timeouts, name: 'widget', include: ['widget/src/**/*.test.ts'] } },
      { extends: true, test: { ...timeouts, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
