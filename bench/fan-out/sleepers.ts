import { SocketLine } from '../lib/socket-line.ts'
import { answer } from '../lib/worker.ts'

export interface Sleepers {
  port: number
  path: string
  sockets: number
  /** Messages that each socket sends when it is open. */
  greeting: readonly string[]
}

const lines: SocketLine[] = []

answer({
  /** Opens sockets that send their messages and then stop reading. */
  open: async ({ port, path, sockets, greeting }: Sleepers) => {
    for (let n = 0; n < sockets; n++) {
      const line = await SocketLine.open(port, path)
      for (const text of greeting) line.send(text)
      line.sleep()
      lines.push(line)
    }
    return lines.length
  },
})
