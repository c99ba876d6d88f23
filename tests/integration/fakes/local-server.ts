import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server listen on this machine. @returns its address, without a slash at its end */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Closes a server with all its connections. */
export function closeAtOnce(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
