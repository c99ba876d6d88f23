/*
 * What machine boards of Warped Pinball (Vector) send: JSON texts to UDP port 6809, and discovery messages to UDP port 37020. Anybody in the
 * network may send these too, so everything is checked, and what does not fit is null. Facts: github warped-pinball/vector, dccf1ea.
 */

/** The port to which machine boards broadcast games, and the one on which they discover each other. */
export const GAME_PORT = 6809
export const DISCOVERY_PORT = 37_020

/** bytes of the longest datagram that is read; real ones have under 1,000 */
export const MAX_DATAGRAM = 2048
/** The highest score that is believed, as the site does. */
const MAX_SCORE = Number.MAX_SAFE_INTEGER
const MAX_PLAYERS = 6
/** letters of initials that are kept */
const MAX_INITIALS = 10

/** A board's `game_state`: what its memory says now. `scores` are the last game's while none is played. */
export interface GameStateMessage {
  type: 'game_state'
  boardId: string
  active: boolean
  ball: number
  player: number
  scores: number[]
  /** how many play; 0: not known */
  players: number
  /** 0: the ordinary play; any other: a mode whose numbers are no scores */
  format: number
  /** the number with which this game will end; null: not told */
  gameNumber: number | null
}

/** A board's `end_of_game`, of which it sends several. Players without a score are left out, so a place in `plays` is not a player's number. */
export interface EndOfGameMessage {
  type: 'end_of_game'
  boardId: string
  plays: { initials: string; score: number }[]
  /** 1 for the first */
  attempt: number
  gameNumber: number
}

/** A board's `reset`: it has started. */
export interface ResetMessage {
  type: 'reset'
  boardId: string
}

export type BoardMessage = GameStateMessage | EndOfGameMessage | ResetMessage

const BOARD_ID = /^[0-9a-f]{8}$/
const utf8 = new TextDecoder('utf-8', { fatal: true })
/** For names, which a board may cut within a letter. */
const lenientUtf8 = new TextDecoder()

/** Returns the initials that an untidy text has: capitals and digits; '' if it has none. */
export const cleanInitials = (raw: unknown): string =>
  typeof raw === 'string'
    ? raw
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, '')
        .slice(0, MAX_INITIALS)
    : ''

/** Returns a name as people may see it, without control characters; '' if it has none. */
export const cleanName = (raw: string): string =>
  raw
    .replaceAll(/[\p{C}\uFFFD]/gu, '')
    .trim()
    .slice(0, 80)

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)
const count = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null

/** Decodes a datagram of the game port. @returns null: it is none that a board sends */
export function decodeBoardMessage(datagram: Uint8Array): BoardMessage | null {
  if (datagram.length === 0 || datagram.length > MAX_DATAGRAM) return null
  let json: unknown
  try {
    json = JSON.parse(utf8.decode(datagram))
  } catch {
    return null
  }
  if (!isObject(json) || typeof json.machine_id !== 'string' || !BOARD_ID.test(json.machine_id)) return null
  const boardId = json.machine_id
  if (json.type === 'reset') return { type: 'reset', boardId }
  if (!isObject(json.data)) return null
  if (json.type === 'game_state') return decodeGameState(boardId, json.data)
  return json.type === 'end_of_game' ? decodeEndOfGame(boardId, json.data) : null
}

/** Decodes the state of a game, as a datagram or `GET /api/game/status` has it. @returns null: it is none */
export function decodeGameState(boardId: string, data: unknown): GameStateMessage | null {
  if (!isObject(data) || typeof data.GameActive !== 'boolean') return null
  const { GameActive: active, Scores: list, BallInPlay, PlayerUp, PlayersInGame, ActiveFormatId, game_num } = data
  if (!Array.isArray(list) || list.length > MAX_PLAYERS) return null
  const scores = list.map(score => count(score, MAX_SCORE))
  if (scores.includes(null)) return null
  // R3: any byte may stand here; what no game has is not known.
  const ball = count(BallInPlay, 255) ?? 0
  const player = count(PlayerUp, 255) ?? 0
  const players = count(PlayersInGame, 255) ?? 0
  return {
    type: 'game_state',
    boardId,
    active,
    ball: ball > 5 ? 0 : ball,
    player: player > list.length ? 0 : player,
    scores: scores as number[],
    players: players > list.length ? 0 : players,
    format: count(ActiveFormatId, 255) ?? 0,
    gameNumber: count(game_num, 99),
  }
}

function decodeEndOfGame(boardId: string, data: Members): EndOfGameMessage | null {
  const gameNumber = count(data.game_num, 99)
  if (gameNumber === null || !Array.isArray(data.plays) || data.plays.length === 0 || data.plays.length > MAX_PLAYERS) return null
  const plays = data.plays.map((play: unknown) => {
    const [initials, score] = Array.isArray(play) && play.length === 2 ? (play as unknown[]) : []
    const value = count(score, MAX_SCORE)
    return value === null || value === 0 ? null : { initials: cleanInitials(initials), score: value }
  })
  if (plays.includes(null)) return null
  return {
    type: 'end_of_game',
    boardId,
    plays: plays as EndOfGameMessage['plays'],
    attempt: count(data.try, 255) ?? 1,
    gameNumber,
  }
}

/** A discovery message. `hello`: a board's name, which it says when it has started, when it is alone, and to whom it does not know; `full`: what boards the sender knows; `pong`: it answers; `offline`: a board that does not */
export type DiscoveryMessage =
  | { type: 'hello'; name: string }
  | { type: 'full'; peers: { address: string; name: string }[] }
  | { type: 'ping' | 'pong' }
  | { type: 'offline'; address: string }

const addressOf = (bytes: Uint8Array): string => [...bytes].join('.')

/** The question whether a board answers, to which boards say `pong`. It puts the asker on no board's list, as a hello would. */
export const PING = Uint8Array.of(3)

/** Decodes a datagram of the discovery port. @returns null: it is none that a board sends */
export function decodeDiscovery(datagram: Uint8Array): DiscoveryMessage | null {
  const [kind, length = 0] = datagram
  if (datagram.length === 0 || datagram.length > MAX_DATAGRAM) return null
  switch (kind) {
    case 1:
      return datagram.length < 2 + length ? null : { type: 'hello', name: cleanName(lenientUtf8.decode(datagram.subarray(2, 2 + length))) }
    case 2:
      return datagram.length < 2 ? null : { type: 'full', peers: decodePeers(datagram, length) }
    case 3:
      return { type: 'ping' }
    case 4:
      return { type: 'pong' }
    case 5:
      return datagram.length < 5 ? null : { type: 'offline', address: addressOf(datagram.subarray(1, 5)) }
    case 0x7b:
      return decodeOlderHello(datagram)
    default:
      return null
  }
}

/** A list that was cut, because boards read 1,024 bytes, counts as far as it goes. */
function decodePeers(datagram: Uint8Array, announced: number): { address: string; name: string }[] {
  const peers: { address: string; name: string }[] = []
  for (let at = 2; peers.length < announced && at + 5 <= datagram.length; ) {
    const end = at + 5 + datagram[at + 4]!
    if (end > datagram.length) break
    peers.push({ address: addressOf(datagram.subarray(at, at + 4)), name: cleanName(lenientUtf8.decode(datagram.subarray(at + 5, end))) })
    at = end
  }
  return peers
}

/** Older firmware says hello as JSON. */
function decodeOlderHello(datagram: Uint8Array): DiscoveryMessage | null {
  try {
    const json: unknown = JSON.parse(utf8.decode(datagram))
    return isObject(json) && typeof json.name === 'string' ? { type: 'hello', name: cleanName(json.name) } : null
  } catch {
    return null
  }
}
