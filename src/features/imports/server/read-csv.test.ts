import { describe, expect, it } from 'vitest'
import { derivedId } from './derived-id.ts'
import { readCsv, readDate, readScore } from './read-csv.ts'

describe('a table', () => {
  it('has its columns in any order and language, with commas, semicolons or tabs, and a byte order mark', () => {
    const row = { line: 2, cells: { machine: 'Medieval Madness', score: '52,340,120' }, isTooLong: false }
    const expected = { rows: [row], brokenLine: null }
    expect(readCsv('\uFEFFScore,Machine\r\n"52,340,120",Medieval Madness\r\n', ['machine', 'score'])).toEqual(expected)
    expect(readCsv('Punkte;Gerät;Farbe\n52,340,120;Medieval Madness;rot', ['machine', 'score'])).toEqual(expected)
    expect(readCsv('النتيجة\tاللعبة\n52,340,120\tMedieval Madness', ['machine', 'score'])).toEqual(expected)
  })

  it('has the line in which each row begins, also after empty lines, with line breaks within quotes and with lines that end in different ways', () => {
    const rowsOf = (text: string) => readCsv(text, ['name'])!.rows.map(({ line, cells }) => [line, cells.name])
    expect(rowsOf('name\n\nAda\n"Ben\nB"\nCleo\n')).toEqual([
      [3, 'Ada'],
      [4, 'Ben\nB'],
      [6, 'Cleo'],
    ])
    expect(rowsOf('name\r\nAda\nBen\r\n\n"C\r\nD"\rEve')).toEqual([
      [2, 'Ada'],
      [3, 'Ben'],
      [5, 'C\nD'],
      [7, 'Eve'],
    ])
  })

  it('is none without the columns that are needed', () => {
    expect(readCsv('Ada,12', ['name'])).toBeNull()
    expect(readCsv('', ['name'])).toBeNull()
  })

  it('has in a column what stands below the better name, whichever comes first', () => {
    expect(readCsv('machine,points,score\nTaxi,12,5000', ['machine', 'score'])!.rows).toMatchObject([{ cells: { score: '5000' } }])
    expect(readCsv('machine,score,points\nTaxi,5000,12', ['machine', 'score'])!.rows).toMatchObject([{ cells: { score: '5000' } }])
    expect(readCsv('machine,points\nTaxi,12', ['machine', 'score'])!.rows).toMatchObject([{ cells: { score: '12' } }])
  })

  it('says which rows go on after the last heading; empty cells there are none', () => {
    const rows = readCsv(',machine,score,\n1,Taxi,52,340,120\n2,Taxi,52,,', ['machine', 'score'])!.rows
    expect(rows.map(({ isTooLong }) => isTooLong)).toEqual([true, false])
  })

  it('takes quotation marks within a cell as they are, and says where one begins that is not closed', () => {
    const said = readCsv('machine,score,comment\nTaxi,1,he said "hi"\nTaxi,2,"so ""what"""', ['machine', 'score'])!
    expect(said).toMatchObject({ rows: [{ cells: { comment: 'he said "hi"' } }, { cells: { comment: 'so "what"' } }], brokenLine: null })
    expect(readCsv('name\nAda\n\n"Ben\nCleo\nDan', ['name'])).toMatchObject({ rows: [{ line: 2 }], brokenLine: 4 })
    expect(readCsv('name,ifpa\n"Ada" A,1', ['name'])).toMatchObject({ rows: [], brokenLine: 2 })
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
])('the date %s is %s', (text, iso) => expect(readDate(text)?.at.toISOString()).toBe(iso))

it('a date without a time is a day', () => {
  expect(['8.3.2026', '2026-03-08T12:00:00Z'].map(text => readDate(text)?.isDay)).toEqual([true, false])
})

it('what an import makes has ids that are always the same, and those of a UUIDv7 of its time', () => {
  const id = derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 2')
  expect(id).toMatch(/^019a3c52-7b10-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 2')).toBe(id)
  expect(derivedId('019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', 'score 3')).not.toBe(id)
})
