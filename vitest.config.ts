import { defineConfig } from 'vitest/config'

const wire = ['tests/world/**/*.test.ts', 'tests/interop/**/*.test.ts', 'tests/chaos/**/*.test.ts']

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'] } },
      { extends: true, test: { name: 'world', include: wire, globalSetup: ['tests/world/global-setup.ts'] } },
    ],
  },
})
