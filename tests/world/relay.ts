import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { World } from './world.ts'

export interface Relay {
  readonly port: number
  /** `ws://…/websocket` through the relay */
  readonly endpoint: string
  readonly http: string
  /** Cuts every connection under both ends' feet. */
  cut(): void
  close(): Promise<void>
}

/** A wire between clients and the world that can be cut; its address stays when the world restarts on another port. */
export async function startRelay(world: World): Promise<Relay> {
  const lines = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(world.app.port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cut = (): void => {
    for (const line of [...lines]) line.destroy()
  }
  return {
    port,
    endpoint: `ws://127.0.0.1:${port}/websocket`,
    http: `http://127.0.0.1:${port}`,
    cut,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        cut()
      }),
  }
}
