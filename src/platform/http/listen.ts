import { type AddressInfo, createServer, type Server } from 'node:net'
import { StartError } from '#platform/start-error.ts'

/** @returns the port it listens on @throws StartError that says what to do if the address cannot be had */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(explainListen(error, port, host))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Makes sure that `listen` can have this address, before a start makes anything. @throws as `listen` */
export async function expectListenable(port: number, host: string): Promise<void> {
  const server = createServer()
  await listen(server, port, host)
  await new Promise<void>(resolve => server.close(() => resolve()))
}

function explainListen(error: Error, port: number, host: string): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} of ${host} is in use: stop the program that has it, or set PORT to another one.`, {
        cause: error,
      })
    case 'EACCES':
      return new StartError(`This user may not listen at port ${port}: set PORT to 1024 or more, and put a proxy in front of it.`, {
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`This computer has no address ${host}: set HOST to one that it has, or to 0.0.0.0 for all of them.`, {
        cause: error,
      })
    default:
      return error
  }
}
