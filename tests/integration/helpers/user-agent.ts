interface Cookie {
  name: string
  value: string
  path: string
}

/** Follows redirects over HTTP as a browser does, with its cookies. Scripts are not run. */
export class UserAgent {
  readonly #cookies = new Map<string, Cookie>()
  readonly #headers: Readonly<Record<string, string>>

  /** @param headers of every request */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers
  }

  /** Sends one request. @returns the answer, and where it redirects to; null: nowhere */
  async get(address: string): Promise<{ response: Response; location: string | null }> {
    const response = await this.#send(address, {})
    const location = response.headers.get('location')
    return { response, location: location === null ? null : new URL(location, address).href }
  }

  /** Sends JSON, as a script of a page does. */
  post(address: string, body: object): Promise<Response> {
    return this.#send(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  /** @param init without other headers than those of its body */
  async #send(address: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const { origin, pathname } = new URL(address)
    const cookie = [...this.#cookies.entries()]
      .filter(([key, { path }]) => key.startsWith(`${origin} `) && pathname.startsWith(path))
      .map(([, { name, value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { ...this.#headers, ...init.headers, ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(address, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) this.#keep(origin, line)
    return response
  }

  /** Follows redirects until an address passes the test, without requesting that one. @returns it */
  async follow(address: string, isEnd: (url: URL) => boolean): Promise<string> {
    let current = address
    for (let hops = 0; hops < 20; hops++) {
      const { location, response } = await this.get(current)
      if (location === null) throw new Error(`${current} redirects nowhere: ${response.status} ${(await response.text()).slice(0, 300)}`)
      if (isEnd(new URL(location))) return location
      current = location
    }
    throw new Error('There are too many redirects')
  }

  #keep(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const path = attributes.find(each => each.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    const key = `${origin} ${path} ${name}`
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(key)
    else this.#cookies.set(key, { name, value, path })
  }
}
