import { expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { attemptsLeftLabel, requiredScoreLabel } from './need-labels.ts'

const best: EventFormat = { kind: 'best-game', points: 'papa' }
const golf: EventFormat = { kind: 'pin-golf', balls: 3, targets: { m: 1 }, missed: 'simple' }
const label = (format: EventFormat, least: number | null, attemptsLeft: number | null = null): string | null =>
  requiredScoreLabel(format, { machineId: 'm', least, attemptsLeft }, plainNumber)

it('says which score gains a rank, or that none does', () => {
  expect(label(best, 12_345_679)).toBe('12,345,679 moves you up a place')
  expect(label(best, 1)).toBe('Any score moves you up')
  expect(label(best, null)).toBe('No one left to catch on this machine')
  expect(label(golf, 3)).toBe('3 strokes or fewer move you up a place')
  expect(label(golf, 1)).toBe('1 stroke moves you up a place')
})

it('is null if no attempt is left', () => {
  expect(label(best, 5, 0)).toBeNull()
  expect([0, 1, 3, null].map(attemptsLeft => attemptsLeftLabel({ attemptsLeft }))).toEqual([
    'No attempts left',
    '1 attempt left',
    '3 attempts left',
    null,
  ])
})
