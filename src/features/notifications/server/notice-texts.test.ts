import { describe, expect, it } from 'vitest'
import { beaten } from './kinds/beaten.ts'
import { moderated } from './kinds/moderated.ts'
import { notificationKinds } from './kinds/registry.ts'
import { round } from './kinds/round.ts'
import { starts } from './kinds/starts.ts'
import { writeMessage } from './notice-texts.ts'

const MINUTE = 60_000

describe('what a device shows', () => {
  const score = { scoreId: 's', machineId: 'm', machineName: 'Attack From Mars', value: 1_234_567_890 }

  it('names the player, the event and the machine, and opens the right page', () => {
    expect(writeMessage(beaten, { ...score, by: 'Ada' }, 'en')).toEqual({
      title: 'Your record was beaten',
      body: 'Ada scored 1,234,567,890 on Attack From Mars.',
      tag: 'beaten:m',
      url: '/scores/s',
    })
    expect(writeMessage(starts, { eventId: 'e', name: 'Friday', venue: '' }, 'en').body).toBe('Friday')
    expect(writeMessage(starts, { eventId: 'e', name: 'Friday', venue: 'The Silverball' }, 'en').body).toBe('Friday, The Silverball')
    expect(writeMessage(moderated, { ...score, status: 'verified', reason: null }, 'en').body).toBe(
      'Your 1,234,567,890 on Attack From Mars.',
    )
    expect(writeMessage(moderated, { ...score, status: 'rejected', reason: 'No picture' }, 'en')).toMatchObject({
      title: 'Your score was rejected',
      body: 'Your 1,234,567,890 on Attack From Mars: No picture',
    })
  })

  it('names the machines and the other players of a group, as long as they are not a crowd', () => {
    const who = { userId: 'u', eventId: 'e', event: 'Friday' }
    const seat = { ...who, round: 3, oneByOne: false, bye: false, machines: ['Godzilla'], others: ['Ann', 'Bo', 'Cy'] }
    const say = (more: object, locale: 'en' | 'de' | 'ar' = 'en') => writeMessage(round, { ...seat, ...more }, locale).body
    expect(say({})).toBe('Round 3: you’re on Godzilla with Ann, Bo and Cy.')
    expect(say({ oneByOne: true })).toBe('You’re up: Godzilla with Ann, Bo and Cy.')
    expect(say({ oneByOne: true, machines: [] })).toBe('You’re up: you play with Ann, Bo and Cy.')
    expect(say({ others: ['Ann'] })).toBe('Round 3: you’re on Godzilla with Ann.')
    expect(say({ machines: ['Godzilla', 'Jaws', 'Godzilla'], others: ['Ann', 'Bo'] })).toBe(
      'Round 3: you’re on Godzilla and Jaws with Ann and Bo.',
    )
    expect(say({ others: Array.from({ length: 40 }, () => 'Ann') })).toBe('Round 3: you’re on Godzilla.')
    expect(say({ bye: true, machines: [], others: [] })).toBe('Round 3: you have a bye.')
    expect(say({}, 'de')).toBe('Runde 3: Du spielst auf Godzilla mit Ann, Bo und Cy.')
    expect(say({}, 'ar')).toContain('Ann، Bo وCy')
  })

  it('is truncated, however long the text is', () => {
    const { body } = writeMessage(moderated, { ...score, status: 'rejected', reason: '🎱'.repeat(2000) }, 'en')
    expect([...body]).toHaveLength(300)
    expect(body.endsWith('🎱…')).toBe(true)
    expect(
      Buffer.byteLength(JSON.stringify(writeMessage(starts, { eventId: 'e', name: '\u0001'.repeat(300), venue: 'x' }, 'en'))),
    ).toBeLessThan(3000)
  })

  it('is in the language of its reader', () => {
    const shown = [
      writeMessage(beaten, { ...score, by: 'Ada' }, 'de'),
      writeMessage(starts, { eventId: 'e', name: 'Freitag', venue: '' }, 'de'),
      writeMessage(moderated, { ...score, status: 'rejected', reason: 'Kein Bild' }, 'de'),
    ]
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      ['Dein Rekord wurde geschlagen', 'Ada hat 1.234.567.890 auf Attack From Mars gespielt.'],
      ['Dein Event beginnt', 'Freitag'],
      ['Dein Score wurde abgelehnt', 'Deine 1.234.567.890 auf Attack From Mars: Kein Bild'],
    ])
    expect(writeMessage(beaten, { ...score, by: 'Ada' }, 'ar').title).toMatch(/\p{Script=Arabic}/u)
  })

  it('expires after a day, and for the start of an event after an hour', () => {
    expect(Object.fromEntries(notificationKinds.map(({ kind, lifetime }) => [kind, lifetime / MINUTE]))).toEqual({
      beaten: 1440,
      starts: 60,
      moderated: 1440,
      voided: 1440,
      contested: 1440,
      added: 1440,
      admitted: 1440,
      round: 60,
    })
  })
})
