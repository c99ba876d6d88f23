import { expect, it } from 'vitest'
import type { RoundCall } from '#events/server/shared/round-call.ts'
import { writeRound } from './discord-message.ts'

const PAGE = 'https://scores.example/events/e'
const CALL: RoundCall = {
  eventId: 'e',
  event: 'Thursday flip',
  groupId: 'g',
  directorId: 'd',
  round: 3,
  groups: [
    { machines: ['Godzilla'], players: ['Ann', 'Bo', 'Cy'] },
    { machines: ['Jaws', 'Taxi'], players: ['Dee', 'Eve'] },
  ],
  byes: ['Fay'],
}

it('a round names each group with its machines, and who stands by', () => {
  expect(writeRound(CALL, PAGE, 'en')).toEqual({
    content: `**Thursday flip: Round 3**\n<${PAGE}>`,
    embeds: [{ description: '**Godzilla**: Ann, Bo, Cy\n**Jaws, Taxi**: Dee, Eve\n**Byes**: Fay' }],
    allowed_mentions: { parse: [] },
  })
  expect(writeRound(CALL, PAGE, 'de').content).toBe(`**Thursday flip: Runde 3**\n<${PAGE}>`)
})

it('a group that chooses its machine itself is named by its players', () => {
  const groups = [{ machines: [], players: ['Ann', 'Bo'] }]
  expect(writeRound({ ...CALL, groups, byes: [] }, PAGE, 'en').embeds).toEqual([{ description: 'Ann, Bo' }])
})

it('a name is shown as it is written: it mentions nobody, links nowhere and formats nothing', () => {
  const odd = ['@everyone', '<@123>', '**bold**', '[x](https://evil.example)', '# big', ':tada:', 'a\nb', '\\`c`']
  const { content, embeds, allowed_mentions } = writeRound(
    { ...CALL, event: odd[0]!, groups: [{ machines: [], players: odd }], byes: [] },
    PAGE,
    'en',
  )
  expect(content).toContain('**\\@everyone: Round 3**')
  expect(embeds[0]!.description).toContain(
    '\\@everyone, \\<\\@123\\>, \\*\\*bold\\*\\*, \\[x\\]\\(https\\:\\/\\/evil\\.example\\), \\# big, \\:tada\\:, a b, \\\\\\`c\\`',
  )
  expect(allowed_mentions).toEqual({ parse: [] })
})

it('what does not fit into a message is counted', () => {
  const players = Array.from({ length: 4 }, (_, i) => `${i}`.repeat(60))
  const groups = Array.from({ length: 100 }, () => ({ machines: ['Godzilla'], players }))
  const [{ description }] = writeRound({ ...CALL, groups }, PAGE, 'en').embeds as [{ description: string }]
  expect(description.length).toBeLessThanOrEqual(4096)
  const shown = description.split('\n').length - 1
  expect(description.split('\n').at(-1)).toBe(`and ${101 - shown} more`)
  const [one] = writeRound(
    { ...CALL, groups: [{ machines: ['Godzilla'], players: Array.from({ length: 500 }, () => '@'.repeat(10)) }], byes: [] },
    PAGE,
    'en',
  ).embeds
  expect(one!.description.length).toBeLessThanOrEqual(4096)
  expect(one!.description.endsWith('…')).toBe(true)
})
