import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to sockets which connect: none of these takes the port before the server that it is for. */
const FIRST = 10_240
const LAST = 32_767

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1)
    const server = createServer().listen(port, '127.0.0.1')
    const listening = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!listening) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
