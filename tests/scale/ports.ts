import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below Linux's range of ephemeral ports, so that no outgoing connection takes a port between the check and its use. */
const [FIRST, LAST] = [11_000, 32_000]

/** A free TCP port, chosen at random because several test processes choose at the same time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
