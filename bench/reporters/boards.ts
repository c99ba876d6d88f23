import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readSharedClock } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'

/** What the boards have said since it was last asked: scores, each of which is said once, and when. */
export interface Told {
  sent: [score: number, at: number][]
}

let sent: Told['sent'] = []
let score = 1_000_000

/** Lets every board say something new four times a second, spread over that time. */
async function begin({ port, boardIds }: { port: number; boardIds: string[] }): Promise<void> {
  const say = (boardId: string, socket: Socket): void => {
    score += 10
    const data = {
      ...{ GameActive: true, BallInPlay: 2, PlayerUp: 1, PlayersInGame: 4, ActiveFormatId: 0, ActiveFormatName: 'Standard', game_num: 3 },
      Scores: [score, 2_000_000, 3_000_000, 4_000_000],
    }
    sent.push([score, readSharedClock()])
    socket.send(JSON.stringify({ machine_id: boardId, type: 'game_state', data }), port, '127.0.0.1')
  }
  for (const [i, boardId] of boardIds.entries()) {
    // Each board has an address of its own, since a reporter takes only so much from one.
    const socket = createSocket('udp4')
    socket.bind(0, `127.0.1.${i + 1}`)
    await once(socket, 'listening')
    setTimeout(() => setInterval(say, 250, boardId, socket), (250 * i) / boardIds.length)
  }
}

function take(): Told {
  const told = { sent }
  sent = []
  return told
}

serveCommands({ begin, take })
