import { stationsPlaying } from '#stations/contract/live-games.ts'
import { readSharedClock } from '../lib/meter.ts'
import { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'

/** What the watchers were sent since it was last asked. `seen`: scores that some of them got, and when; `chunks`: pieces of the stream that came alone */
export interface Watched {
  seen: [score: number, at: number][]
  bytes: number
  chunks: number
}

let watched: Watched = { seen: [], bytes: 0, chunks: 0 }

interface Opening {
  port: number
  venueId: string
  watchers: number
  /** the number of watchers whose delays are measured */
  measured: number
}

/** Watches the live games of a venue so many times. */
async function open({ port, venueId, watchers, measured }: Opening): Promise<void> {
  for (let n = 0; n < watchers; n++) {
    const connection = await WebSocketConnection.open(port, '/websocket')
    let turn = false
    connection.onText = text => {
      if (text.includes('"msg":"ping"')) connection.send('{"msg":"pong"}')
      watched.bytes += text.length
      if (!turn) {
        turn = true
        watched.chunks++
        setImmediate(() => {
          turn = false
        })
      }
      if (n >= measured) return
      const at = readSharedClock()
      for (const [, score] of text.toString().matchAll(/"scores":\[(\d+)/g)) watched.seen.push([Number(score), at])
    }
    const connected = connection.waitForText('"msg":"connected"')
    connection.send('{"msg":"connect","version":"1","support":["1"]}')
    await connected
    const ready = connection.waitForText('"msg":"ready"')
    connection.send(JSON.stringify({ msg: 'sub', id: '1', name: stationsPlaying.name, params: [{ venueId }] }))
    await ready
  }
}

function take(): Watched {
  const taken = watched
  watched = { seen: [], bytes: 0, chunks: 0 }
  return taken
}

serveCommands({ open, take })
