import { eventsEntrants } from '#events/contract/entrants.ts'
import { eventsOne, eventsStandings } from '#events/contract/publications.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import { INITIAL_ROWS, standingsInput } from '#events/ui/event-url.ts'
import { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'

/** What all watchers together were sent. */
export interface Sent {
  frames: number
  bytes: number
}

const sent: Sent = { frames: 0, bytes: 0 }

/** Opens the page of an event so many times. */
async function open({ port, eventId, watchers }: { port: number; eventId: string; watchers: number }): Promise<void> {
  // As the page of an event does, see src/pages/event/route.ts.
  const subscriptions = [
    { name: eventsOne.name, params: { eventId } },
    { name: eventsStandings.name, params: standingsInput(eventId, INITIAL_ROWS) },
    { name: eventsRounds.name, params: { eventId, round: 'latest' } },
    { name: eventsEntrants.name, params: { eventId } },
  ]
  for (let n = 0; n < watchers; n++) {
    const connection = await WebSocketConnection.open(port, '/websocket')
    connection.onText = text => {
      if (text.includes('"msg":"ping"')) connection.send('{"msg":"pong"}')
      sent.frames++
      sent.bytes += text.length
    }
    const connected = connection.waitForText('"msg":"connected"')
    connection.send('{"msg":"connect","version":"1","support":["1"]}')
    await connected
    for (const [id, { name, params }] of subscriptions.entries()) {
      const ready = connection.waitForText('"msg":"ready"')
      connection.send(JSON.stringify({ msg: 'sub', id: String(id), name, params: [params] }))
      await ready
    }
  }
}

serveCommands({ open, sent: () => sent })
