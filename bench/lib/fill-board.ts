import { type Player, signUp } from '../../tests/e2e/helpers/player.ts'
import type { Program } from './program.ts'

/** Gives a machine of our server a board of so many players, each with one score. @returns its id, and that of the best score */
export async function fillBoard({ port }: Program, rows: number): Promise<{ machineId: string; scoreId: string }> {
  const players: Player[] = []
  for (let n = 0; n < rows; n++) players.push(await signUp(`ws://127.0.0.1:${port}/websocket`, `player${n}`))
  const machineId = await players[0]!.findMachine('attack from mars')
  let scoreId = ''
  for (const [n, player] of players.entries()) ({ scoreId } = await player.submit(machineId, (n + 1) * 1_000_000))
  await Promise.all(players.map(player => player.disconnect()))
  return { machineId, scoreId }
}
