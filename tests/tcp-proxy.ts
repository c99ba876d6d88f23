import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy in front of a server that simulates failures of a network. */
export interface TcpProxy {
  readonly port: number
  /** `http://localhost:…` */
  readonly url: string
  /** Closes every connection on both sides; new ones are accepted. */
  closeConnections(): void
  /** Closes every connection and refuses new ones. `reset`: with a TCP reset */
  refuseConnections(options?: { reset: boolean }): void
  /** Holds back all data, in open and in new connections, until `restore`. */
  holdTraffic(): void
  /** Discards all further data of the connections that are open; new ones work. */
  discardTraffic(): void
  /** Delays all data by this many ms. */
  delayTraffic(ms: number): void
  /** Restores normal operation. Data that `holdTraffic` held back is delivered now, as in a real network. */
  restore(): void
  close(): Promise<void>
}

/** @param target returns where to connect to; called for each connection */
export async function startTcpProxy(target: () => NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'refusing' | 'resetting' | 'silent' = 'whole'
  let delayMs = 0
  let waiting: (() => void)[] = []
  const discarding = new WeakSet<Socket>()
  const closeAll = (): void => {
    for (const line of [...sockets]) line.destroy()
  }
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    const forward = (chunk: Buffer): void => void (to.writable && to.write(chunk))
    from.on('data', chunk => {
      if (discarding.has(from)) return
      if (state === 'silent') waiting.push(() => forward(chunk))
      else if (delayMs > 0) setTimeout(forward, delayMs, chunk)
      else forward(chunk)
    })
    from.on('end', () => to.end())
  }
  const server = createServer({ allowHalfOpen: true }, client => {
    if (state === 'refusing') return client.destroy()
    if (state === 'resetting') return client.resetAndDestroy()
    const upstream = connect({ allowHalfOpen: true, ...target() })
    relay(client, upstream)
    relay(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    closeConnections: closeAll,
    refuseConnections({ reset } = { reset: false }) {
      state = reset ? 'resetting' : 'refusing'
      closeAll()
    },
    holdTraffic() {
      state = 'silent'
    },
    discardTraffic() {
      for (const line of sockets) discarding.add(line)
    },
    delayTraffic(ms) {
      delayMs = ms
    },
    restore() {
      state = 'whole'
      delayMs = 0
      const heldBack = waiting
      waiting = []
      for (const deliver of heldBack) deliver()
    },
    async close() {
      server.close()
      closeAll()
      await once(server, 'close')
    },
  }
}
