import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site that shows a frame. Its policy allows nothing but that, as that of a strict site does. */
export class FramingPage {
  /** another host than the tests' sites have, so that cookies and storage of a frame are those of a third party */
  url = ''
  readonly #server: Server

  /** @param site whose pages may be framed @param frames the HTML of its body */
  constructor(site: string, frames: () => string) {
    this.#server = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': `default-src 'none'; frame-src ${site}` })
        .end(
          `<!doctype html><html lang="en"><head><title>A club’s own page</title></head><body><h1>Our club</h1>${frames()}</body></html>`,
        ),
    )
  }

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}
