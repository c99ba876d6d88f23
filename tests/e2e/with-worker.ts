import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

/** Stands before a site and serves a service worker at `/sw.js`; everything else passes through. */
export interface WithWorker {
  readonly url: string
  /** Says where everything else goes. */
  to(site: string): void
  close(): Promise<void>
}

export async function standBefore(worker: string): Promise<WithWorker> {
  const script = await bundle(worker)
  let target = new URL('http://localhost')
  const ask = ({ method, url, headers }: IncomingMessage): ClientRequest =>
    request({ host: target.hostname, port: target.port, method, path: url, headers })
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/sw.js') {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
      return
    }
    const passed = ask(incoming).on('response', answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const through = connect(Number(target.port), target.hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []))
      through.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      through.write(head)
      socket.pipe(through).pipe(socket)
    })
    for (const [one, other] of [
      [socket, through],
      [through, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    to(site) {
      target = new URL(site)
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @param worker path from here */
async function bundle(worker: string): Promise<string> {
  const input = fileURLToPath(new URL(worker, import.meta.url))
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
  })) as Rollup.RollupOutput
  return built.output[0].code
}
