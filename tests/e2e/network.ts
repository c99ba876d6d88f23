import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between browsers and a site, which can be cut and mended. */
export interface Network {
  /** what browsers know as the site's address */
  readonly url: string
  /** Cuts every connection, and lets none through until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** @param port of the site; asked for at each connection */
export async function startNetwork(port: () => number): Promise<Network> {
  const lines = new Set<Socket>()
  let whole = true
  const drop = (): void => {
    for (const line of [...lines]) line.destroy()
  }
  const server = createServer(near => {
    if (!whole) return near.destroy()
    const far = connect(port(), '127.0.0.1')
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
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      whole = false
      drop()
    },
    mend: () => {
      whole = true
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        drop()
      }),
  }
}
