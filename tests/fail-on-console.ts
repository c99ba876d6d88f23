import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { setActiveLocale } from '#platform/ui/format/locale.ts'

// The language is set only now, because no message may be requested while modules are loaded.
beforeAll(() => setActiveLocale('en'))

/** What was written to the console during a test, except by `info`. Any of it is an error, in the test or in the tested code. */
const said: string[] = []
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  const original = console[method]
  console[method] = (...parts: unknown[]) => {
    if (method === 'info') return original(...parts)
    said.push(`${method}: ${parts.map(String).join(' ')}`)
  }
}

beforeEach(() => {
  said.length = 0
})

afterEach(() => {
  expect(said, 'console noise').toEqual([])
})
