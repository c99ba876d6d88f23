import { afterEach, expect, it } from 'vitest'
import { EVENT_ACTIONS } from '#events/contract/documents.ts'
import type { LogSubject } from '#events/contract/log-subject.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { logEntryLabel } from './log-labels.ts'

afterEach(() => setActiveLocale('en'))

const clock = (at: Date): string => at.toISOString().slice(11, 16)

it('every action in the log has a sentence of its own', () => {
  const sentences = EVENT_ACTIONS.map(action => logEntryLabel({ action, what: 'Mo' }, clock))
  for (const sentence of sentences) expect(sentence).toMatch(/^[a-z].*[^.]\.$/)
  expect(new Set(sentences).size).toBe(EVENT_ACTIONS.length)
})

it('times are shown in the user’s time zone, and a sentence has only one full stop', () => {
  const what = 'Taxi from 2026-11-21T20:10:00.000Z to 2026-11-21T20:25:00.000Z: broken!'
  expect(logEntryLabel({ action: 'voided', what }, clock)).toBe('voided Taxi from 20:10 to 20:25: broken!')
})

const SUBJECTS: readonly LogSubject[] = [
  { kind: 'players', players: ['Mo', null] },
  { kind: 'name', name: 'Mo' },
  { kind: 'presence', players: ['Mo'], presence: 'paused' },
  { kind: 'role', players: ['Mo'], role: 'co-director' },
  { kind: 'role', players: ['Mo'], role: null },
  { kind: 'renamed', name: 'Mo', players: ['Moe'] },
  { kind: 'merged', name: 'Mo', players: ['Moe'] },
  { kind: 'seeds', count: 1 },
  { kind: 'score', value: 1_234_567, machine: 'Taxi', players: ['Mo'], ruling: 'rejected' },
  { kind: 'score', value: 1_234_567, machine: null, players: [], reason: 'Stuck ball' },
  { kind: 'window', machine: 'Taxi', from: '2026-11-21T20:10:00.000Z', to: '2026-11-21T20:25:00.000Z' },
  { kind: 'result', round: 2, group: 3, machine: 'Taxi', players: ['Mo', 'Ada'], places: [1, 1] },
  { kind: 'result', round: 2, group: 3, game: 2, machine: null, players: ['Mo', 'Ada'] },
  { kind: 'round', round: 2, groups: 4 },
  { kind: 'moved', round: 2, group: 3, machine: 'Taxi' },
  { kind: 'arranged', round: 2, players: ['Mo', 'Ada'] },
  { kind: 'machine', machine: 'Taxi', active: false },
  { kind: 'options', tieBreaks: ['wins', 'places'], byes: 'half', gamesPerRound: 3 },
  {
    kind: 'options',
    machineDraw: 'banks',
    banks: [
      { bank: 'A', machines: ['Taxi', 'Xenon'] },
      { bank: 'Bar', machines: ['Fathom'] },
    ],
  },
  { kind: 'options', banks: [] },
]

it('what an entry is about is said in the reader’s language', () => {
  setActiveLocale('de')
  const label = (subject: LogSubject, action = 'voided' as const): string => logEntryLabel({ action, what: '', subject }, clock)
  expect(SUBJECTS.map(each => label(each))).toEqual([
    'hat annulliert: Mo, Gelöschter Spieler.',
    'hat annulliert: Mo.',
    'hat annulliert: Mo: In Pause.',
    'hat annulliert: Mo: Co-Turnierleiter.',
    'hat annulliert: Mo: kein Helfer mehr.',
    'hat annulliert: Mo heißt jetzt Moe.',
    'hat annulliert: Mo mit Moe.',
    'hat annulliert: 1 Spieler.',
    'hat annulliert: 1.234.567 auf Taxi von Mo: abgelehnt.',
    'hat annulliert: 1.234.567 auf einem Flipper: Stuck ball.',
    'hat annulliert: Taxi von 20:10 bis 20:25.',
    'hat annulliert: Runde 2, Taxi: 1. Mo, 1. Ada.',
    'hat annulliert: Runde 2, Gruppe 3, Spiel 2: Mo, Ada.',
    'hat annulliert: Runde 2: 4 Gruppen.',
    'hat annulliert: Runde 2, Gruppe 3, auf Taxi.',
    'hat annulliert: Runde 2: Mo, Ada.',
    'hat annulliert: Taxi: Defekt.',
    'hat annulliert: Feinwertungen: Siege, Plätze; Ein Freilos zählt: als halber Sieg; Spiele pro Runde: 3.',
    'hat annulliert: Flipper eines Spiels: Nach Bänken; Bank A: Taxi, Xenon; Bank Bar: Fathom.',
    'hat annulliert: Keine Bänke.',
  ])
  setActiveLocale('ar')
  for (const each of SUBJECTS.slice(2)) expect(label(each).slice('أبطل: '.length)).toMatch(/\p{Script=Arabic}/u)
})
