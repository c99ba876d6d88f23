import { describe, expect, it } from 'vitest'
import { derivedId } from './derived-id.ts'
import { readCsv, readDate, readScore } from './read-csv.ts'

describe('a table', () => {
  it('has its columns in any order and language, with commas, semicolons or tabs, and a byte order mark', () => {
    const expected = [{ line: 2, cells: { machine: 'Medieval Madness', score: '52,340,120' } }]
    expect(readCsv('\uFEFFScore,Machine\r\n"52,340,120",Medieval Madness\r\n', ['machine', 'score'])).toEqual(expected)
    expect(readCsv('Punkte;Gerät;Farbe\n52,340,120;Medieval Madness;rot', ['machine', 'score'])).toEqual(expected)
    expect(readCsv('النتيجة\tاللعبة\n52,340,120\tMedieval Madness', ['machine', 'score'])).toEqual(expected)
  })

  it('has the line of each row, also after empty lines and line breaks within quotes', () => {
    const rows = readCsv('name\n\nAda\n"Ben\nB"\nCleo\n', ['name'])!
    expect(rows.map(({ line, cells }) => [line, cells.name])).toEqual([
      [3, 'Ada'],
      [5, 'Ben\nB'],
      [6, 'Cleo'],
    ])
  })

  it('is none without the columns that are needed, or with quotes that do not close', () => {
    expect(readCsv('Ada,12', ['name'])).toBeNull()
    expect(readCsv('name\n"Ada', ['name'])).toBeNull()
  })
})

it.each([
  ['52340120', 52_340_120],
  ['52,340,120', 52_340_120],
  ['52.340.120', 52_340_120],
  ['52 340 120', 52_340_120],
  ['52\u{a0}340\u{a0}120', 52_340_120],
  ['52\u{202f}340\u{202f}120', 52_340_120],
  ["52'340'120", 52_340_120],
  ['٥٢٬٣٤٠٬١٢٠', 52_340_120],
  ['1.5', null],
  ['52,34', null],
  ['0', null],
  ['-5', null],
  ['12e6', null],
  ['99999999999999999', null],
])('the score %s is %s', (text, value) => expect(readScore(text)).toBe(value))

it.each([
  ['2026-03-08', '2026-03-08T12:00:00.000Z'],
  ['8.3.2026', '2026-03-08T12:00:00.000Z'],
  ['2026-03-08T20:15:00+01:00', '2026-03-08T19:15:00.000Z'],
  ['2026-03-08 20:15:00Z', '2026-03-08T20:15:00.000Z'],
  ['3/8/2026', undefined],
  ['2026-02-30', undefined],
  ['2026-03-08T20:15:00', undefined],
  ['yesterday', undefined],
])('the date %s is %s', (text, iso) => expect(readDate(text)?.toISOString()).toBe(iso))

it('what an import makes has ids that are always the same, and those of a UUIDv7 of its time', () => {
  const id = derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 2')
  expect(id).toMatch(/^019a3c52-7b10-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 2')).toBe(id)
  expect(derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 3')).not.toBe(id)
})
