import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey } from '#events/rules/known-players.ts'
import { isGuestName, isNameList, readNameList } from './name-list.ts'

/** What is read of a text: `Ann/12345` with an IFPA number, `Ann/-` without, `7?/-` where it may be no name. */
const read = (text: string): string =>
  readNameList(text)
    .players.map(({ displayName, ifpaNumber = '-', isDoubtful }) => `${displayName}${isDoubtful ? '?' : ''}/${ifpaNumber}`)
    .join(' ')

describe('a list of names', () => {
  it.each([
    ['Ann\nBob\r\n\n  Cleo  ', 'Ann/- Bob/- Cleo/-'],
    ['Ann, Bob; Cleo\tDan', 'Ann/- Bob/- Cleo/- Dan/-'],
    ['آن، بوب', 'آن/- بوب/-'],
    ['1. Ann\n2) Bob\n- Cleo\n• Dan', 'Ann/- Bob/- Cleo/- Dan/-'],
    ['1 Ann\n2 Bob Diaz\n2nd Cy\n10 Dan', 'Ann/- Bob Diaz/- Cy/- Dan/-'],
    ['Ann 12345\nBob (77)\nCleo #5\nDan IFPA 123\nEve (IFPA 9)', 'Ann/12345 Bob/77 Cleo/5 Dan/123 Eve/9'],
    ['Bob [678]\n#3 Cy\n#4 Di [IFPA 12]', 'Bob/678 Cy/- Di/12'],
    ['Ann,12345\n"Bob",2\nCleo\t900', 'Ann/12345 Bob/2 Cleo/900'],
    ['"Lee, Ann"\n"Diaz, Bo", 5', 'Lee, Ann/- Diaz, Bo/5'],
    ['"Ace" Ann\nBo "Duke" Diaz', '"Ace" Ann/- Bo "Duke" Diaz/-'],
    ['Ann, 12345, Bob', 'Ann/12345 Bob/-'],
    ['Ann, Bob\nCleo, Dan', 'Ann/- Bob/- Cleo/- Dan/-'],
    ['Player 1\nPlayer 22', 'Player 1/- Player 22/-'],
    ['Bob 1234567', 'Bob 1234567/-'],
    ['آن ١٢٣٤٥\nBob (７７)\nCleo، ۹۰۰', 'آن/12345 Bob/77 Cleo/900'],
    [' \n ,, ', ''],
  ])('reads %j', (text, players) => {
    expect(read(text)).toBe(players)
    expect(readNameList(text).table).toBeNull()
  })

  it('is doubted where something is hardly a name', () => {
    expect(read('12345')).toBe('12345?/-')
    expect(read('1\nAnn Lee\n25 points\n2\nBo\nann@example.com')).toBe(
      ['1?/-', 'Ann Lee/-', '25 points?/-', '2?/-', 'Bo/-', 'ann@example.com?/-'].join(' '),
    )
  })

  it('is more than one name, or more than one line or column', () => {
    expect(['Ann', 'Ann, 12345', 'Ann,', 'Ann Bob', ' Ann\n'].map(isNameList)).toEqual([false, false, false, false, false])
    expect(['Ann, Bob', 'Ann\nBob', '1\tAnn\t4711', 'Name\nAnn'].map(isNameList)).toEqual([true, true, true, true])
  })
})

describe('a table', () => {
  it.each([
    'Name,IFPA ID\nAnn Lee,4711\nBo Diaz,812',
    '1\tAnn Lee\t4711\n2\tBo Diaz\t812',
    'position,name,ifpa_number\r\n1,Ann Lee,4711\r\n2,Bo Diaz,812\r\n',
    '\uFEFF"Name","User ID","IFPA ID","Rating"\n"Ann Lee",5750,4711,1599.74\n"Bo Diaz",,812,1500',
    'Platz;Spieler;IFPA-Nr.;Punkte\n1;Ann Lee;4711;25,5\n2;Bo Diaz;812;20',
    'Vorname\tNachname\tIFPA-Nummer\nAnn\tLee\t4711\nBo\tDiaz\t812',
    'المركز،اسم اللاعب،رقم IFPA\n١،Ann Lee،٤٧١١\n٢،Bo Diaz،٨١٢',
    'Ann Lee;4711\nBo Diaz;812',
    '4711\tAnn Lee\n812\tBo Diaz',
    '1st\tAnn Lee\tBerlin\t4711\n2nd\tBo Diaz\tLima\t812',
    'Rank\tPlayer\tIFPA\n1.\t#1 Ann Lee [1500]\t#4711\n2.\tBo Diaz\tIFPA 812',
  ])('gives the same two players, however it was written: %j', text => expect(read(text)).toBe('Ann Lee/4711 Bo Diaz/812'))

  it.each([
    ['1\tAnn\n2\tBo\n2\tCy\n1\tDi', 'Ann/- Bo/- Cy/- Di/-'],
    ['Rank,Player,IFPA rank\n1,Ann,99\n2,Bo,500', 'Ann/- Bo/-'],
    ['1\tAnn\t4711\t25\n2\tBo\t812\t20', 'Ann/- Bo/-'],
    ['Name;Stadt\nAnn;Berlin\nBo;Lima', 'Ann/- Bo/-'],
    ['Spieler\nAnn\nBo 4711', 'Ann/- Bo/4711'],
    ["1,Ann,'0012\n2,Bo,7", 'Ann/0012 Bo/7'],
    ['Name,IFPA\nAnn,0\nBo,n/a\n,4711\nCy', 'Ann/- Bo/- Cy/-'],
    [`Name,IFPA\n"'007",5\n'=cmd,6`, '007?/5 =cmd/6'],
  ])('has numbers of IFPA only where nothing else can be meant: %j', (text, players) => expect(read(text)).toBe(players))

  it('may follow other lines, which are doubted, and another table', () => {
    const file =
      'Event,Evening\r\nDate,2026-11-20\r\n\r\nposition,name,ifpa_number,points\r\n1,Ada,12,100\r\n2,Bob,,85\r\n\r\nmachine,position,name,score\r\nTaxi,1,Cyd,900\r\n'
    expect(read(file)).toBe('Ada/12 Bob/- Cyd/- Event?/- Evening?/- Date?/- 2026-11-20?/-')
  })

  it('says which columns were read', () => {
    const columnsOf = (text: string) => {
      const { columns, header, hasOthers } = readNameList(text).table!
      return { columns, header, hasOthers }
    }
    expect(columnsOf('Name,IFPA ID\nAnn,4711')).toEqual({
      columns: { name: [0], ifpaNumber: 1 },
      header: ['Name', 'IFPA ID'],
      hasOthers: false,
    })
    expect(columnsOf('1\tAnn\n2\tBo')).toEqual({ columns: { name: [1], ifpaNumber: null }, header: null, hasOthers: true })
    expect(columnsOf('Name\nAnn')).toEqual({ columns: { name: [0], ifpaNumber: null }, header: ['Name'], hasOthers: false })
  })
})

/** Names of letters, without anything that means something else at the edges of a name; separators, quotes and ends of lines within. */
const name = fc
  .array(fc.constantFrom(...'xyÄßжишبد한', ' ', "'", '-', ',', ';', '\t', '،', '"', '\n'), { maxLength: 8 })
  .map(letters => `x${letters.join('')}z`)
const person = fc.record({ name, ifpaNumber: fc.option(fc.integer({ min: 1, max: 999_999 }).map(String), { nil: '' }) })
const HEADERS = [
  { position: 'Position', name: 'Name', ifpaNumber: 'IFPA ID', other: 'City' },
  { position: 'Platz', name: 'Spieler', ifpaNumber: 'IFPA-Nummer', other: 'Stadt' },
  { position: 'المركز', name: 'الاسم', ifpaNumber: 'رقم IFPA', other: 'المدينة' },
]
type Column = keyof (typeof HEADERS)[number]
const columnsWith = (...needed: Column[]) =>
  fc
    .subarray<Column>(['position', 'ifpaNumber', 'other'])
    .map(more => [...new Set<Column>([...needed, ...more])])
    .filter(columns => columns.length > 1)
    .chain(columns => fc.shuffledSubarray(columns, { minLength: columns.length }))

/** The model: CSV written by its rules alone, in which every cell that needs quotes has them, and others may. */
function write(rows: readonly (readonly string[])[], separator: string, quotesAll: boolean): string {
  const toCell = (text: string) => (quotesAll || /[",;\t،\n]/.test(text) ? `"${text.split('"').join('""')}"` : text)
  return rows.map(cells => cells.map(toCell).join(separator)).join('\n')
}
const expected = (people: readonly { name: string; ifpaNumber: string }[], hasNumbers: boolean) =>
  people.map(each => ({
    displayName: each.name.split(/\s+/).filter(Boolean).join(' '),
    ...(hasNumbers && each.ifpaNumber !== '' ? { ifpaNumber: each.ifpaNumber } : {}),
  }))
const separator = fc.constantFrom('\t', ',', ';', '،')

describe('any table', () => {
  it('with a header is read to the people of whom it was written', () => {
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 6 }),
        columnsWith('name'),
        fc.constantFrom(...HEADERS),
        separator,
        fc.boolean(),
        (people, columns, header, between, quotesAll) => {
          const rows = people.map((each, i) => ({ ...each, position: String(i + 1), other: 'x' }))
          const cells = [header, ...rows].map(row => columns.map(column => row[column]))
          expect(readNameList(write(cells, between, quotesAll)).players).toEqual(expected(people, columns.includes('ifpaNumber')))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('without a header is read to the same people, if it has positions before the names', () => {
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        separator,
        fc.boolean(),
        (people, hasNumbers, between, quotesAll) => {
          const cells = people.map((each, i) => [String(i + 1), each.name, ...(hasNumbers ? [each.ifpaNumber] : [])])
          expect(readNameList(write(cells, between, quotesAll)).players).toEqual(expected(people, hasNumbers))
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('any text is read without an exception to names that stand in it, and what has no letter is doubted', () => {
  const lettersOf = (text: string): string => text.replace(/\P{L}/gu, '')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('Ann', '12', 'x y', ',', ';', '\t', '\n', '"', '#', '(', ']', '1. ', '0'), { maxLength: 20 })
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(text, typed => {
      for (const { displayName, isDoubtful } of readNameList(typed).players) {
        expect(lettersOf(typed)).toContain(lettersOf(displayName))
        if (!isDoubtful) expect(lettersOf(displayName)).not.toBe('')
      }
    }),
    { numRuns: 1000 },
  )
})

it('compares names without case, accents and spaces', () => {
  expect(['anna', 'Ánna', ' ANNA ', 'An na', 'Ａｎｎａ'].map(nameKey)).toEqual(Array(5).fill('anna'))
  expect(nameKey('Anna B')).not.toBe(nameKey('Anna'))
  expect(nameKey('رِضا')).toBe(nameKey('رضا'))
})

it('knows which names the server refuses', () => {
  expect(['Ann', 'a'.repeat(60)].map(isGuestName)).toEqual([true, true])
  expect(['', '\u3164', 'a\u202eb', 'a'.repeat(61)].map(isGuestName)).toEqual([false, false, false, false])
})
