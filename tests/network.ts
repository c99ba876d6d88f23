import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy in front of a server that simulates failures of a network. */
export interface Network {
  readonly port: number
  /** `http://localhost:…` */
  readonly url: string
  /** Closes every connection on both sides; new ones are accepted. */
  cut(): void
  /** Closes every connection and refuses new ones. `reset`: with a TCP reset */
  refuse(options?: { reset: boolean }): void
  /** Holds back all data, in open and in new connections, until `mend`. */
  silence(): void
  /** Discards all further data of the connections that are open; new ones work. */
  strand(): void
  /** Delays all data by this many ms. */
  delay(ms: number): void
  /** Restores normal operation. Data that `silence` held back is delivered now, as in a real network. */
  mend(): void
  close(): Promise<void>
}

/** @param target returns where to connect to; called for each connection */
export async function startNetwork(target: () => NetConnectOpts): Promise<Network> {
  const lines = new Set<Socket>()
  let state: 'whole' | 'refusing' | 'resetting' | 'silent' = 'whole'
  let late = 0
  let waiting: (() => void)[] = []
  const stranded = new WeakSet<Socket>()
  const drop = (): void => {
    for (const line of [...lines]) line.destroy()
  }
  const pass = (from: Socket, to: Socket): void => {
    lines.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      lines.delete(from)
      to.destroy()
    })
    const hand = (chunk: Buffer): void => void (to.writable && to.write(chunk))
    from.on('data', chunk => {
      if (stranded.has(from)) return
      if (state === 'silent') waiting.push(() => hand(chunk))
      else if (late > 0) setTimeout(hand, late, chunk)
      else hand(chunk)
    })
    from.on('end', () => to.end())
  }
  const server = createServer({ allowHalfOpen: true }, near => {
    if (state === 'refusing') return near.destroy()
    if (state === 'resetting') return near.resetAndDestroy()
    const far = connect({ allowHalfOpen: true, ...target() })
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    cut: drop,
    refuse({ reset } = { reset: false }) {
      state = reset ? 'resetting' : 'refusing'
      drop()
    },
    silence() {
      state = 'silent'
    },
    strand() {
      for (const line of lines) stranded.add(line)
    },
    delay(ms) {
      late = ms
    },
    mend() {
      state = 'whole'
      late = 0
      const swallowed = waiting
      waiting = []
      for (const bring of swallowed) bring()
    },
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
