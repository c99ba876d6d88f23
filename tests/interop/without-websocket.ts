import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy that forwards plain HTTP and cuts every WebSocket, like some proxies of companies, schools and hotels. */
export interface ProxyWithoutWebSocket {
  /** `http://127.0.0.1:…` */
  readonly http: string
  /** the number of WebSockets it has cut */
  readonly cut: number
  close(): Promise<void>
}

/** @param target returns the port behind the proxy; called for each request */
export async function startProxyWithoutWebSocket(target: () => number): Promise<ProxyWithoutWebSocket> {
  let cut = 0
  const server = createServer((client, answer) => {
    const { method, url, headers } = client
    const forwarded = request({
      host: '127.0.0.1',
      port: target(),
      agent: false,
      method,
      path: url,
      headers: { ...headers, connection: 'close' },
    })
    forwarded.on('response', upstream => {
      answer.writeHead(upstream.statusCode!, upstream.headers)
      upstream.pipe(answer)
      upstream.on('error', () => answer.destroy())
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    client.pipe(forwarded)
  })
  server.on('upgrade', (_request, socket: Socket) => {
    cut++
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    http: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cut() {
      return cut
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
