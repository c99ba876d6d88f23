/** What no honest client sends, by what was asked for. */
export const HUGE = 'x'.repeat(20_000)
export const NUL = 'a\u0000b'
export const HIGH_SURROGATE = 'a\ud800b'
export const LOW_SURROGATE = '\udc00'

const NOT_TEXT: unknown[] = [null, true, 7, new Date(0), ['x'], {}, { $gt: '' }, { length: 1 }, Number.NaN, new Uint8Array(2), /x/]
const UNPRINTABLE = [NUL, HIGH_SURROGATE, LOW_SURROGATE, 'a\u0007b', 'a\u007fb']

export const BAD = {
  id: [...NOT_TEXT, '', ' ', 'a b', 'é', 'x'.repeat(65), HUGE, ...UNPRINTABLE],
  newId: [
    ...NOT_TEXT,
    '',
    'x',
    '0190f7a2-1c6b-4abc-8abc-0123456789ab',
    '0190F7A2-1C6B-7ABC-8ABC-0123456789AB',
    '0190f7a2-1c6b-7abc-7abc-0123456789ab',
    '0190f7a21c6b7abc8abc0123456789ab',
    ' 0190f7a2-1c6b-7abc-8abc-0123456789ab',
    '0190f7a2-1c6b-7abc-8abc-0123456789ab\n',
    HUGE,
  ],
  value: [null, true, '5', [5], {}, { $gt: 0 }, new Date(5), Number.NaN, Number.POSITIVE_INFINITY, -1, 0, -0, 1.5, 2 ** 53, 1e300],
  limit: [null, true, '5', [5], {}, Number.NaN, -1, 0, 1.5, 101, 2 ** 53],
  radius: [null, '5', 0, 26, -1, 1.5],
  page: [null, '1', 0, 1001, -1, 1.5],
  strokes: [null, '1', 0, 11, 1.5],
  instant: [
    null,
    0,
    '2026-01-01T00:00:00Z',
    {},
    [],
    new Date(Number.NaN),
    new Date(-1),
    new Date('0000-01-01T00:00:00Z'),
    new Date(Date.UTC(99_999, 0)),
    new Date(8.64e15),
    new Date(Date.UTC(2100, 0)),
  ],
  comment: [...NOT_TEXT, 'x'.repeat(501), HUGE, ...UNPRINTABLE],
  location: [...NOT_TEXT, 'x'.repeat(81), 'two\nlines', HUGE, ...UNPRINTABLE],
  searchText: [...NOT_TEXT, 'x'.repeat(101), 'two\nlines', HUGE, ...UNPRINTABLE],
  name: [...NOT_TEXT, '', '  ', 'x'.repeat(101), HUGE, ...UNPRINTABLE],
  machineName: [...NOT_TEXT, '', '  ', 'x'.repeat(201), 'two\nlines', HUGE, ...UNPRINTABLE],
  year: [null, '1992', 1929, 2101, 1992.5, {}, []],
  display: [null, 1, '', 'DMD', 'led', '__proto__', 'constructor', {}, ['dmd']],
  playerCount: [null, '4', 0, 3, 5, 8, 4.5, {}, [4]],
  ipdbId: [null, '1', 0, -1, 1.5, 10_000_001, {}],
  opdbId: [...NOT_TEXT, '', 'x', 'G', 'Gabc', 'Gabc-', 'Gabc-Mx-', 'gabc-mdef', `G${'x'.repeat(70)}-Mx`, HUGE, ...UNPRINTABLE],
  ids: [null, true, 'x', 7, {}, { length: 1 }, [], [7], [null], [''], [['x']], [{ $gt: '' }], ['x', NUL], new Array(101).fill('x')],
  names: [null, true, 'x', 7, {}, [7], [null], [''], [' '], [['x']], ['x', NUL], ['x'.repeat(101)], [HUGE], new Array(51).fill('x')],
  assignMode: [null, 1, '', 'ADD', 'set', '__proto__', 'constructor', {}, ['add']],
  reason: [...NOT_TEXT, '', ' ', 'x'.repeat(301), HUGE, ...UNPRINTABLE],
  outcome: [...NOT_TEXT, 'x'.repeat(301), HUGE, ...UNPRINTABLE],
  reportKind: [null, 1, '', 'Score', 'user', '__proto__', 'constructor', {}, ['score']],
  reportState: [null, 1, '', 'OPEN', 'all', '__proto__', 'constructor', {}, ['open']],
  policy: [null, 1, '', 'Privacy', 'terms', '../privacy', '__proto__', 'constructor', {}, ['privacy']],
  flag: [null, 0, 1, 'true', {}, []],
  version: [null, true, '1', [1], {}, Number.NaN, 0, -1, 1.5, 1e10, 2 ** 53],
  verdict: [null, 1, '', 'VERIFIED', 'disputed', '__proto__', 'constructor', {}, ['verified']],
  words: [...NOT_TEXT, '', ' ', 'x'.repeat(1001), HUGE, ...UNPRINTABLE],
  visibility: [null, 1, '', 'PUBLIC', 'hidden', '__proto__', 'constructor', {}, ['public']],
  groupRoles: [
    null,
    'owner',
    7,
    {},
    { length: 1 },
    [],
    ['admin'],
    ['Owner'],
    [7],
    [null],
    ['owner', 'x'],
    [['owner']],
    new Array(4).fill('owner'),
  ],
  code: [...NOT_TEXT, '', ' ', 'x'.repeat(101), HUGE, ...UNPRINTABLE],
  password: [
    ...[null, true, 7, '', [], {}, HUGE, { digest: 'x' }, { digest: 'x', algorithm: 'sha-256' }, { digest: 5, algorithm: 'sha-256' }],
    { digest: 'a'.repeat(64), algorithm: 'md5' },
    { digest: 'A'.repeat(64), algorithm: 'sha-256' },
    { digest: 'a'.repeat(64), algorithm: 'sha-256', more: 1 },
  ],
  email: [...NOT_TEXT, '', ' ', 'a@', `${'x'.repeat(250)}@b.co`, HUGE, ...UNPRINTABLE],
  window: [null, 1, '', 'decade', 'ALL', '__proto__', 'constructor', {}, ['all']],
  type: [null, 1, '', 'EM', 'constructor', {}, ['em']],
  picture: [true, 7, 'key', [], {}, { key: 5 }, { key: '' }, { key: 'x', more: 1 }, { key: HUGE }, { key: NUL }],
  scope: [
    null,
    'm',
    [],
    {},
    { machineId: 5 },
    { machineId: '' },
    { machineId: { $gt: '' } },
    { machineId: 'x', more: 1 },
    { groupId: 'g' },
    { eventId: 'e' },
    { machineId: 'm', groupId: 'g', eventId: 'e' },
    { machineId: NUL },
    JSON.parse('{"machineId":"x","__proto__":{"groupId":"g"}}'),
  ],
} satisfies Record<string, unknown[]>

export type Kind = keyof typeof BAD

/** Keys that nobody asked for, with those that every object inherits. */
export const UNKNOWN_KEYS = ['nope', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '$where', 'userId2', '', HUGE.slice(0, 300)]

/** Parameter lists that are not exactly one object. */
export const WRONG_PARAMS: unknown[][] = [
  [],
  [null],
  [[]],
  ['text'],
  [5],
  [true],
  [new Date(0)],
  [new Uint8Array(1)],
  [/x/],
  [{}, {}],
  [{}, null],
]
