import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer in front of the nodes of a cluster. */
export interface Balancer {
  readonly endpoint: string
  close(): Promise<void>
}

/**
 * Each new connection goes to the next node that accepts it. When a node dies, its connections are closed, and the clients reconnect.
 * @param acceptsConnections true if the node on this port should get new connections; called for each of them
 */
export async function startBalancer(
  ports: readonly number[],
  acceptsConnections: (port: number) => Promise<boolean> = async () => true,
): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const trackSocket = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const connectToNode = async (client: Socket, left: number): Promise<void> => {
    if (left === 0) return void client.destroy()
    const port = ports[turn++ % ports.length]!
    if (!(await acceptsConnections(port))) return connectToNode(client, left - 1)
    if (client.destroyed) return
    const upstream = connect(port, '127.0.0.1')
    trackSocket(upstream)
    let open = false
    upstream.once('connect', () => {
      open = true
      client.pipe(upstream)
      upstream.pipe(client)
    })
    upstream.once('close', () => {
      if (open) client.destroy()
      else if (!client.destroyed) void connectToNode(client, left - 1)
    })
    client.once('close', () => upstream.destroy())
  }
  const server = createServer(client => {
    trackSocket(client)
    void connectToNode(client, ports.length)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of [...sockets]) socket.destroy()
      }),
  }
}
