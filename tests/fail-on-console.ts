import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { speak } from '../src/platform/ui/locale.ts'

// Not earlier: a message that is asked for while modules are loaded is a mistake.
beforeAll(() => speak('en'))

/** What a test says on the console is a mistake: in it or in what it tests. */
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
