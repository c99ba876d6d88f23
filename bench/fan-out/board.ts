import type { Fields } from '#ddp/wire/ejson.ts'

export const ROWS = 50
export const BOARD = 'machine/01890a5d-ac96-774b-bcce-b302099a8057/all'

const player = (row: number): string => `01890a5d-ac96-774b-bcce-${row.toString(16).padStart(12, '0')}`

export const rowId = (row: number): string => `${BOARD}/${player(row)}`

/** A document of `boardRows` after a number of games. All versions are encoded to the same length. */
export function rowAfter(row: number, game: number): Fields {
  return {
    board: BOARD,
    userId: player(row),
    username: `player${row + 100}`,
    displayName: `Player ${row + 100}`,
    supporter: false,
    scoreId: `01890a5d-ac96-774b-8000-${game.toString(16).padStart(12, '0')}`,
    value: 1_000_000_000 + game * 10,
    achievedAt: new Date(1_700_000_000_000 + game),
    status: 'unverified',
  }
}
