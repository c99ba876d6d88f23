import { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'

export interface IdleClientOptions {
  port: number
  path: string
  sockets: number
  /** Messages that each socket sends when it is open. */
  greeting: readonly string[]
}

const connections: WebSocketConnection[] = []

serveCommands({
  /** Opens sockets that send their messages and then stop reading. */
  open: async ({ port, path, sockets, greeting }: IdleClientOptions) => {
    for (let n = 0; n < sockets; n++) {
      const connection = await WebSocketConnection.open(port, path)
      for (const text of greeting) connection.send(text)
      connection.stopReading()
      connections.push(connection)
    }
    return connections.length
  },
})
