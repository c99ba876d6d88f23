import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Where a database is reached: at a host and a port, or by a socket in a folder. */
interface PostgresAddress {
  host: string
  port: number
}

/** Starts a proxy in front of a database, which simulates failures of the network. */
export const startPostgresProxy = ({ host, port }: PostgresAddress): Promise<TcpProxy> =>
  startTcpProxy(() => (host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }))

/** Returns how a database is reached through a proxy. */
export const throughProxy = <Connection extends object>(connection: Connection, { port }: TcpProxy): Connection => ({
  ...connection,
  host: '127.0.0.1',
  port,
})
