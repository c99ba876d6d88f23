/**
 * Returns a check for the origins that may open sockets: those listed, and the site's own; without a public address, those of this machine
 * with the port of the server, and those at which the network reaches it. Clients in Python and Go name the address of the socket as their
 * origin, so `ws` counts as `http`, and `wss` as `https`; those in Go end it with a slash. Browsers name no such origins.
 * @param port returns the port that the server listens on
 * @param addresses returns those of the network at which the server listens
 */
export function originCheck({
  rootUrl,
  allowed,
  port,
  addresses,
}: {
  rootUrl: string | null
  allowed: readonly string[]
  port: () => number
  addresses: () => readonly string[]
}): (origin: string) => boolean {
  const listed = new Set(allowed)
  if (rootUrl !== null) listed.add(new URL(rootUrl).origin)
  return given => {
    const origin = asPageOrigin(given)
    if (listed.has(origin)) return true
    if (rootUrl !== null) return false
    return (
      ['localhost', '127.0.0.1', '[::1]'].some(host => origin === new URL(`http://${host}:${port()}`).origin) ||
      addresses().includes(origin)
    )
  }
}

function asPageOrigin(origin: string): string {
  if (!/^(?:wss?|https?):\/\/[^/?#@]+\/?$/.test(origin)) return origin
  const page = origin.replace(/^ws/, 'http')
  // The address of a socket may name the port that its scheme has anyway.
  return URL.canParse(page) ? new URL(page).origin : origin
}
