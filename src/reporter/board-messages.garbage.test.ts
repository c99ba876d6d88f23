import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBoardMessage, decodeDiscovery, decodeGameState, MAX_DATAGRAM } from './board-messages.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Messages like those of boards, in which any value may be any other. */
const oddValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.double(), fc.constantFrom(-1, 0, 255, 2 ** 53, 'ABC', true, null))
const oddMessage = fc.record(
  {
    machine_id: fc.oneof(fc.constant('4f0c12ab'), oddValue),
    type: fc.oneof(fc.constantFrom('game_state', 'end_of_game', 'reset'), oddValue),
    data: fc.oneof(
      oddValue,
      fc.record(
        {
          GameActive: fc.oneof(fc.boolean(), oddValue),
          Scores: fc.oneof(fc.array(fc.nat(), { maxLength: 8 }), fc.array(oddValue, { maxLength: 8 }), oddValue),
          BallInPlay: oddValue,
          PlayerUp: oddValue,
          PlayersInGame: oddValue,
          ActiveFormatId: oddValue,
          game_num: fc.oneof(fc.nat({ max: 120 }), oddValue),
          plays: fc.oneof(fc.array(fc.oneof(fc.tuple(fc.string(), fc.nat()), oddValue), { maxLength: 8 }), oddValue),
          try: oddValue,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
)

const isCount = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most

function expectBounded(datagram: Uint8Array): void {
  const message = decodeBoardMessage(datagram)
  if (message === null) return
  expect(message.boardId).toMatch(/^[0-9a-f]{8}$/)
  if (message.type === 'game_state') {
    expect(message.scores.length).toBeLessThanOrEqual(6)
    expect(message.scores.every(score => isCount(score, Number.MAX_SAFE_INTEGER))).toBe(true)
    expect([message.ball, message.player, message.players].every(each => isCount(each, 6))).toBe(true)
  }
  if (message.type === 'end_of_game') {
    expect(isCount(message.plays.length - 1, 5)).toBe(true)
    expect(isCount(message.gameNumber, 99)).toBe(true)
    for (const { initials, score } of message.plays) {
      expect(initials).toMatch(/^[A-Z0-9]{0,10}$/)
      expect(score > 0 && isCount(score, Number.MAX_SAFE_INTEGER)).toBe(true)
    }
  }
}

describe('whatever comes over the network', () => {
  it('R1: no bytes make the decoders throw, and what they return is bounded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: MAX_DATAGRAM + 10 }), datagram => {
        expectBounded(datagram)
        const found = decodeDiscovery(datagram)
        if (found?.type === 'full') expect(found.peers.length).toBeLessThanOrEqual(255)
        if (found?.type === 'hello') expect(found.name.length).toBeLessThanOrEqual(80)
      }),
      { numRuns: 2000 },
    )
  })

  it('R1: no JSON makes the decoders throw, and what they return is bounded', () => {
    fc.assert(
      fc.property(oddMessage, message => {
        expectBounded(bytes(JSON.stringify(message)))
        decodeGameState('4f0c12ab', message.data)
      }),
      { numRuns: 3000 },
    )
  })

  it('R1: a message that is cut or changed anywhere makes the decoders throw nowhere', () => {
    const whole = bytes(
      JSON.stringify({ machine_id: '4f0c12ab', type: 'end_of_game', data: { plays: [['ABC', 12_345_670]], try: 1, game_num: 4 } }),
    )
    for (let at = 0; at < whole.length; at++) {
      expectBounded(whole.subarray(0, at))
      for (const byte of [0, 0x22, 0x39, 0xff]) expectBounded(whole.with(at, byte))
    }
  })

  it('R1: JSON that is nested as deeply as a datagram allows is dropped', () => {
    for (const text of ['['.repeat(MAX_DATAGRAM), `${'[{"data":'.repeat(200)}`]) expect(decodeBoardMessage(bytes(text))).toBeNull()
  })
})
