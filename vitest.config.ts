import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/messages.mjs'

await compileMessages()

const wire = ['tests/integration/**/*.test.ts', 'tests/interop/**/*.test.ts', 'tests/chaos/**/*.test.ts']

/** Tests that count the calls of a module: each loads the application anew. The others of the wire share what is loaded, never what it holds. */
const spied = 'tests/integration/**/*.spied.test.ts'

/** Tests that end the built server or its own Postgres in hard ways: on another Postgres they would be the same. */
const crash = 'tests/chaos/**/*.crash.test.ts'

/** Attacks whose effect on others is measured in milliseconds: they run one after another, with nothing beside. Floods run where CHAOS=full is set. */
const timed = ['floods', 'malformed', 'settings', 'slow-readers', 'sockjs-polling', 'views', 'websocket'].map(
  name => `tests/security/${name}.test.ts`,
)

/**
 * Unit tests that change something of the whole process, or start programs that they wait for: the formats that sharp may read, what
 * holds a reload back, the browser's store. Each file of them has a process of its own; all others share one, which saves a third.
 */
const alone = [
  'src/platform/db/embedded/**/*.test.ts',
  'src/platform/images/**/*.test.ts',
  'src/features/scores/server/card-view.test.ts',
  'src/features/scores/ui/queue/**/*.test.ts',
  'src/features/uploads/ui/**/*.test.ts',
  'tests/{deploy,manifest}.test.ts',
]

/** Real data that is not part of this repository: tests that read it are named `*.data.test.ts`. */
const exclude = existsSync(new URL('../shared/data', import.meta.url)) ? [] : ['**/*.data.test.ts']

export default defineConfig({
  test: {
    // Figures that a test measures are printed with console.info; everything else on the console fails it.
    setupFiles: ['tests/fail-on-console.ts'],
    maxWorkers: '100%',
    // What one suite has transformed, the next ones read.
    experimental: { fsModuleCache: true },
    // What is waited for comes when it comes: a busy machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/e2e/global-setup.ts'],
          // Files of one process share its browser. They wait more than they work: three keep two cores busy.
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: { name: 'scale', include: ['tests/scale/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false },
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
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: { name: 'statements', include: ['tests/statements/**/*.test.ts'], globalSetup: ['tests/integration/global-setup.ts'] },
      },
      { extends: true, test: { name: 'crash', include: [crash], maxWorkers: 3 } },
      { extends: true, test: { name: 'spied', include: [spied], globalSetup: ['tests/integration/global-setup.ts'], maxWorkers: 3 } },
    ],
  },
})
