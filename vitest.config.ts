import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/messages.mjs'
import { pgbouncer } from './scripts/test/programs.mjs'

await compileMessages()

const wire = ['tests/integration/**/*.test.ts', 'tests/interop/**/*.test.ts', 'tests/chaos/**/*.test.ts']

/** Tests that spy on modules: each file loads the application anew. The other integration tests share loaded modules, but no state. */
const spied = 'tests/integration/**/*.spied.test.ts'

/** Tests that kill the built server or its embedded Postgres, so another Postgres makes no difference to them. */
const crash = 'tests/chaos/**/*.crash.test.ts'

/** Attacks whose effect on others is measured in milliseconds: they run one after another, with nothing beside. Floods run where CHAOS=full is set. */
const timed = ['floods', 'malformed', 'many-addresses', 'memory', 'settings', 'slow-readers', 'sockjs-polling', 'views', 'websocket'].map(
  name => `tests/security/${name}.test.ts`,
)

/**
 * Unit tests that change the state of the whole process (the formats that sharp may read, blocked reloads, the browser's storage) or start
 * programs. Each of these files has its own process; all others share one, which saves a third of the time.
 */
const alone = [
  'src/platform/db/embedded/**/*.test.ts',
  'src/platform/images/**/*.test.ts',
  'src/features/scores/server/card/card-view.test.ts',
  'src/features/events/ui/results/**/*.test.ts',
  'src/features/scores/ui/queue/**/*.test.ts',
  'src/features/uploads/ui/**/*.test.ts',
  'tests/{deploy,manifest}.test.ts',
]

/** Tests named `*.data.test.ts` read real data that is not part of this repository; they are excluded if it is absent. */
const exclude = existsSync(new URL('../shared/data', import.meta.url)) ? [] : ['**/*.data.test.ts']

export default defineConfig({
  test: {
    // Tests print measured values with console.info; any other console output fails the test.
    setupFiles: ['tests/fail-on-console.ts', 'tests/seed-properties.ts'],
    maxWorkers: '100%',
    // Suites share the cache of transformed modules.
    experimental: { fsModuleCache: true },
    // The timeouts are long, because a busy machine must not cause failures.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Failures show whole values, because a chance failure on another machine cannot be looked at again.
    chaiConfig: { truncateThreshold: 0 },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'], exclude: [...exclude, ...alone], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          include: alone,
          globalSetup: ['src/platform/db/embedded/fixtures/global-setup.ts'],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/security/**/*.browser.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          // Files in one process share a browser. Three workers leave two cores idle for an eighth of the time, in which tests wait for timers.
          isolate: false,
          maxWorkers: 4,
          // Some tests go through a whole evening, or through every page of the administration at two widths in two colour schemes.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      // Every screen of a site with data, which takes too long for the gate.
      {
        extends: true,
        test: { name: 'pages', include: ['tests/pages/**/*.test.ts'], globalSetup: ['tests/e2e/global-setup.ts'], fileParallelism: false },
      },
      {
        extends: true,
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          exclude: pgbouncer() ? [] : ['tests/scale/pooler.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', ...timed],
          globalSetup: ['tests/integration/global-setup.ts'],
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'security-timed',
          include: process.env.CHAOS === 'full' ? timed : timed.filter(file => !file.includes('floods')),
          globalSetup: ['tests/integration/global-setup.ts'],
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], testTimeout: 6 * 3_600_000, hookTimeout: 120_000 },
      },
      { extends: true, test: { name: 'storage', include: ['tests/storage/**/*.test.ts'], fileParallelism: false } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: wire,
          exclude: [...exclude, spied, crash],
          globalSetup: ['tests/integration/global-setup.ts'],
          isolate: false,
          // Two workers leave two cores idle for a quarter of the time, in which tests wait for timers and for other processes.
          maxWorkers: 3,
          // Some restore whole sites or start older versions, while other suites run beside.
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: 'statements', include: ['tests/statements/statements.test.ts'], globalSetup: ['tests/integration/global-setup.ts'] },
      },
      { extends: true, test: { name: 'row-types', include: ['tests/statements/row-types.test.ts'] } },
      // These tests start the built server, and some of them build it first.
      { extends: true, test: { name: 'crash', include: [crash], testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: 3 } },
      { extends: true, test: { name: 'spied', include: [spied], globalSetup: ['tests/integration/global-setup.ts'], maxWorkers: 3 } },
    ],
  },
})
