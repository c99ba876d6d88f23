import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer in front of the nodes of a cluster. */
export interface Balancer {
  readonly endpoint: string
  close(): Promise<void>
}

/**
 * Each new connection goes to the next node that accepts it. When a node dies, its connections are closed, and the clients reconnect.
 * @param mayHave true if the node on this port should get new connections; called for each of them
 */
export async function startBalancer(
  ports: readonly number[],
  mayHave: (port: number) => Promise<boolean> = async () => true,
): Promise<Balancer> {
  const lines = new Set<Socket>()
  let turn = 0
  const keep = (line: Socket): void => {
    lines.add(line)
    line.on('error', () => {})
    line.on('close', () => lines.delete(line))
  }
  const lead = async (near: Socket, left: number): Promise<void> => {
    if (left === 0) return void near.destroy()
    const port = ports[turn++ % ports.length]!
    if (!(await mayHave(port))) return lead(near, left - 1)
    if (near.destroyed) return
    const far = connect(port, '127.0.0.1')
    keep(far)
    let open = false
    far.once('connect', () => {
      open = true
      near.pipe(far)
      far.pipe(near)
    })
    far.once('close', () => {
      if (open) near.destroy()
      else if (!near.destroyed) void lead(near, left - 1)
    })
    near.once('close', () => far.destroy())
  }
  const server = createServer(near => {
    keep(near)
    void lead(near, ports.length)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const line of [...lines]) line.destroy()
      }),
  }
}
