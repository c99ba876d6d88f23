import { describe, expect, it } from 'vitest'
import { inLocale } from '#platform/ui/format/locale.ts'
import { beatenMessage, eventMessage, moderatedMessage } from './push-texts.ts'

describe('what a device shows', () => {
  const score = { scoreId: 's', machineId: 'm', machineName: 'Attack From Mars', value: 1_234_567_890 }

  it('names the player, the event and the machine, and opens the right page', () => {
    expect(beatenMessage({ ...score, by: 'Ada' })).toEqual({
      title: 'Your record was beaten',
      body: 'Ada scored 1,234,567,890 on Attack From Mars.',
      tag: 'beaten:m',
      url: '/scores/s',
    })
    expect(eventMessage({ kind: 'starts', eventId: 'e', name: 'Friday', venue: '' }).body).toBe('Friday')
    expect(eventMessage({ kind: 'starts', eventId: 'e', name: 'Friday', venue: 'The Silverball' }).body).toBe('Friday, The Silverball')
    expect(moderatedMessage({ ...score, status: 'verified', reason: null }).body).toBe('Your 1,234,567,890 on Attack From Mars.')
    expect(moderatedMessage({ ...score, status: 'rejected', reason: 'No picture' })).toMatchObject({
      title: 'Your score was rejected',
      body: 'Your 1,234,567,890 on Attack From Mars: No picture',
    })
  })

  it('is truncated, however long the text is', () => {
    const { body } = moderatedMessage({ ...score, status: 'rejected', reason: '🎱'.repeat(2000) })
    expect([...body]).toHaveLength(300)
    expect(body.endsWith('🎱…')).toBe(true)
    expect(
      Buffer.byteLength(JSON.stringify(eventMessage({ kind: 'starts', eventId: 'e', name: '\u0001'.repeat(300), venue: 'x' }))),
    ).toBeLessThan(3000)
  })

  it('is in the language of its reader', () => {
    const shown = inLocale('de', () => [
      beatenMessage({ ...score, by: 'Ada' }),
      eventMessage({ kind: 'starts', eventId: 'e', name: 'Freitag', venue: '' }),
      moderatedMessage({ ...score, status: 'rejected', reason: 'Kein Bild' }),
    ])
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      ['Dein Rekord wurde geschlagen', 'Ada hat 1.234.567.890 auf Attack From Mars gespielt.'],
      ['Dein Event beginnt', 'Freitag'],
      ['Dein Score wurde abgelehnt', 'Deine 1.234.567.890 auf Attack From Mars: Kein Bild'],
    ])
    expect(inLocale('ar', () => beatenMessage({ ...score, by: 'Ada' })).title).toMatch(/\p{Script=Arabic}/u)
  })
})
