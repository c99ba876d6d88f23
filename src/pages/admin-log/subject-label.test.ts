import { describe, expect, it } from 'vitest'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { scoreSummary } from '#scores/server/score-title.ts'
import { subjectLabel } from './subject-label.ts'

type Entry = Parameters<typeof subjectLabel>[0]
const label = (locale: Locale, subject: Entry['subject'], details: Entry['details'] = {}): string | null =>
  inLocale(locale, () => subjectLabel({ subject, details }))
const score = scoreSummary({ value: 965_432_098, machineName: 'Attack on Mars' })

describe('what an entry of the log is about', () => {
  it.each<[Locale, string]>([
    ['en', '965,432,098 on Attack on Mars'],
    ['de', '965.432.098 auf Attack on Mars'],
    ['ar', '965,432,098 على \u2068Attack on Mars\u2069'],
  ])('is a score in the words of %s', (locale, expected) => {
    expect(label(locale, { kind: 'score', id: '1', label: score })).toBe(expected)
  })

  it('is a cache, an invitation, a report or a picture in the words of the reader', () => {
    expect(label('de', { kind: 'cache', id: 'all', label: 'All caches' })).toBe('Alle Caches')
    expect(label('de', { kind: 'cache', id: 'list of failed jobs', label: 'list of failed jobs' })).toBe(
      'Fehl\u00adgeschla\u00adgene Aufgaben',
    )
    expect(label('de', { kind: 'invitation', id: '1', label: 'Invitation' })).toBe('Einladung')
    expect(label('de', { kind: 'report', id: '1', label: 'Report of a comment' }, { kind: 'comment' })).toBe('Meldung eines Kommentars')
    expect(label('de', { kind: 'picture', id: '1', label: 'Picture of a score' }, { kind: 'scorePicUpload' })).toBe('Foto eines Scores')
  })

  it('keeps names, and texts that it does not know', () => {
    expect(label('de', { kind: 'machine', id: '1', label: 'Fish Tales' })).toBe('Fish Tales')
    expect(label('de', { kind: 'score', id: '1', label: 'a score' })).toBe('a score')
    expect(label('de', { kind: 'user', id: '1', label: null })).toBeNull()
    expect(label('de', { kind: 'cache', id: 'new cache', label: 'new cache' })).toBe('new cache')
  })
})
