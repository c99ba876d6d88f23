import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanInitials, decodeBoardMessage, decodeDiscovery, decodeGameState, MAX_DATAGRAM } from './board-messages.ts'

const BOARD = '0a1b2c3d'
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const message = (type: string, data?: unknown, machine_id: unknown = BOARD): Uint8Array => bytes({ machine_id, type, data })
const STATE = { GameActive: true, BallInPlay: 2, PlayerUp: 1, PlayersInGame: 2, Scores: [100, 50, 0, 0], game_num: 7, ActiveFormatId: 0 }
const END = {
  plays: [
    ['ABC', 500],
    ['', 300],
  ],
  try: 3,
  game_num: 7,
}

describe('messages of machine boards', () => {
  it('reads a state, an end and a reset', () => {
    expect(decodeBoardMessage(message('game_state', STATE))).toEqual({
      ...{ type: 'game_state', boardId: BOARD, active: true, ball: 2, player: 1, players: 2 },
      ...{ scores: [100, 50, 0, 0], format: 0, gameNumber: 7 },
    })
    expect(decodeBoardMessage(message('end_of_game', END))).toEqual({
      ...{ type: 'end_of_game', boardId: BOARD, attempt: 3, gameNumber: 7 },
      plays: [
        { initials: 'ABC', score: 500 },
        { initials: '', score: 300 },
      ],
    })
    expect(decodeBoardMessage(message('reset'))).toEqual({ type: 'reset', boardId: BOARD })
  })

  it('reads the state of an electromechanical board, which has scores and nothing else', () => {
    const data = { GameActive: true, Scores: [120, 0, 0, 0], ActiveFormatId: 0 }
    expect(decodeGameState(BOARD, data)).toMatchObject({ ball: 0, player: 0, players: 0, gameNumber: null, scores: [120, 0, 0, 0] })
  })

  it.each<[what: string, datagram: Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a datagram that is too long', bytes(JSON.stringify({ machine_id: BOARD, type: 'reset' }).padEnd(MAX_DATAGRAM + 1))],
    ['what is no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['what is no JSON', bytes('{')],
    ['another JSON', bytes([1, 2])],
    ['null', bytes('null')],
    ['an id in capitals', message('reset', undefined, '0A1B2C3D')],
    ['an id of 12 digits', message('reset', undefined, '0a1b2c3d4e5f')],
    ['an id that is a number', message('reset', undefined, 12_345_678)],
    ['an unknown type', message('start', {})],
    ['a state without data', message('game_state')],
    ['a state that does not say whether a game is played', message('game_state', { ...STATE, GameActive: 1 })],
    ['a state without scores', message('game_state', { ...STATE, Scores: 5 })],
    ['a score below 0', message('game_state', { ...STATE, Scores: [-1] })],
    ['a score with decimals', message('game_state', { ...STATE, Scores: [0.5] })],
    ['a score over 2^53 − 1', message('end_of_game', { ...END, plays: [['', 2 ** 53]] })],
    ['seven players', message('game_state', { ...STATE, Scores: [1, 1, 1, 1, 1, 1, 1] })],
    ['seven plays', message('end_of_game', { ...END, plays: Array.from({ length: 7 }, () => ['', 1]) })],
    ['an end without plays', message('end_of_game', { ...END, plays: [] })],
    ['a play that scored nothing', message('end_of_game', { ...END, plays: [['', 0]] })],
    ['a play that is no pair', message('end_of_game', { ...END, plays: [['ABC', 1, 2]] })],
    ['an end without a number', message('end_of_game', { ...END, game_num: undefined })],
    ['an end with the number 100', message('end_of_game', { ...END, game_num: 100 })],
  ])('R1: drops %s', (_, datagram) => {
    expect(decodeBoardMessage(datagram)).toBeNull()
  })

  it('R1: takes the longest datagram and the highest score', () => {
    const longest = bytes(JSON.stringify({ machine_id: BOARD, type: 'reset' }).padEnd(MAX_DATAGRAM))
    expect(decodeBoardMessage(longest)).toEqual({ type: 'reset', boardId: BOARD })
    const highest = decodeBoardMessage(message('end_of_game', { ...END, plays: [['', Number.MAX_SAFE_INTEGER]] }))
    expect(highest).toMatchObject({ plays: [{ score: Number.MAX_SAFE_INTEGER }] })
  })

  it('R1: survives any bytes and any JSON', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), datagram => void [decodeBoardMessage(datagram), decodeDiscovery(datagram)]))
    fc.assert(
      fc.property(fc.constantFrom('game_state', 'end_of_game', 'reset'), fc.jsonValue(), (type, data) => {
        const read = decodeBoardMessage(message(type, data))
        return read === null || read.type === type
      }),
    )
  })

  it.each([
    ['a ball of 15, which some boards tell while initials are entered', { BallInPlay: 15 }, { ball: 0 }],
    ['a ball that is no byte', { BallInPlay: 'two' }, { ball: 0 }],
    ['the player after the last', { PlayerUp: 5 }, { player: 0 }],
    ['more players than scores', { PlayersInGame: 5 }, { players: 0 }],
    ['a number over 99', { game_num: 100 }, { gameNumber: null }],
  ])('R3: does not know %s', (_, data, read) => {
    expect(decodeGameState(BOARD, { ...STATE, ...data })).toMatchObject(read)
  })

  it('R3: knows the fifth ball and the fourth player', () => {
    const data = { ...STATE, BallInPlay: 5, PlayerUp: 4, PlayersInGame: 4 }
    expect(decodeGameState(BOARD, data)).toMatchObject({ ball: 5, player: 4, players: 4 })
  })

  it.each([
    [' ab ', 'AB'],
    ['???', ''],
    ['   ', ''],
    ['b.7', 'B7'],
    ['\u0000A\u0007', 'A'],
    ['ß', 'SS'],
    ['ABCDEFGHIJKLMN', 'ABCDEFGHIJ'],
    [42, ''],
    [null, ''],
  ])('R4: reads the initials %j as %j', (raw, initials) => {
    expect(cleanInitials(raw)).toBe(initials)
  })
})

describe('messages of discovery', () => {
  const named = (name: string): number[] => [new TextEncoder().encode(name).length, ...new TextEncoder().encode(name)]

  it('reads the name in a hello, even if it was cut within a letter', () => {
    expect(decodeDiscovery(Uint8Array.of(1, ...named('Fish Tales')))).toEqual({ type: 'hello', name: 'Fish Tales' })
    expect(decodeDiscovery(Uint8Array.of(1, 4, ...new TextEncoder().encode('Caf'), 0xc3))).toEqual({ type: 'hello', name: 'Caf' })
    expect(decodeDiscovery(bytes({ name: 'Taxi' }))).toEqual({ type: 'hello', name: 'Taxi' })
  })

  it('reads a list of boards as far as it goes', () => {
    const list = [2, 2, 10, 0, 0, 1, ...named('Taxi'), 10, 0, 0, 2, ...named('Comet')]
    const peers = [
      { address: '10.0.0.1', name: 'Taxi' },
      { address: '10.0.0.2', name: 'Comet' },
    ]
    expect(decodeDiscovery(Uint8Array.from(list))).toEqual({ type: 'full', peers })
    expect(decodeDiscovery(Uint8Array.from(list.slice(0, -1)))).toEqual({ type: 'full', peers: peers.slice(0, 1) })
  })

  it('reads questions, answers and who has left', () => {
    expect(decodeDiscovery(Uint8Array.of(3))).toEqual({ type: 'ping' })
    expect(decodeDiscovery(Uint8Array.of(4))).toEqual({ type: 'pong' })
    expect(decodeDiscovery(Uint8Array.of(5, 10, 0, 0, 1))).toEqual({ type: 'offline', address: '10.0.0.1' })
  })

  it.each([
    ['nothing', []],
    ['an unknown kind', [9]],
    ['a hello that ends within its name', [1, 5, 65]],
    ['a list without its length', [2]],
    ['an address of three bytes', [5, 10, 0, 0]],
    ['a JSON without a name', [...bytes({ title: 'Taxi' })]],
    ['a JSON that ends early', [0x7b]],
  ])('drops %s', (_, datagram) => {
    expect(decodeDiscovery(Uint8Array.from(datagram))).toBeNull()
  })
})
