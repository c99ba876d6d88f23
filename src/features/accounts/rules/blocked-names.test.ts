import { expect, it } from 'vitest'
import { type BlockedKind, blockedNameProblem } from './blocked-names.ts'
import { readSuspension } from './suspension.ts'

it.each<[BlockedKind, string, boolean, string | null]>([
  ['username', 'support', false, null],
  ['username', 'a@b', false, 'must be a user name'],
  ['word', 'ass', false, null],
  ['word', 'كلب', false, null],
  ['word', 'as', false, null],
  ['word', 'as', true, 'must have at least 3 characters'],
  ['word', 'two words', false, 'must be one word of letters and digits'],
  ['word', 'in\u200bvisible', false, 'must be one word of letters and digits'],
  ['domain', 'mail.example.com', false, null],
  ['domain', 'example', false, 'must be a domain such as example.com'],
  ['domain', 'user@example.com', false, 'must be a domain such as example.com'],
])('of an entry %s %s (anywhere: %s) says %s', (kind, name, anywhere, problem) =>
  expect(blockedNameProblem(kind, name, anywhere)).toBe(problem),
)

it('reads a suspension from the details of an error, and from no others', () => {
  expect(readSuspension({ suspension: { reason: 'Spam', until: 5 } })).toEqual({ reason: 'Spam', until: 5 })
  expect(readSuspension({ suspension: { reason: 'Spam', until: null } })).toEqual({ reason: 'Spam', until: null })
  for (const other of [undefined, null, 'text', [], {}, { suspension: {} }, { suspension: { reason: 'Spam', until: 'soon' } }])
    expect(readSuspension(other)).toBe(null)
})
