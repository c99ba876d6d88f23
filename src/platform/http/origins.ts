/**
 * Returns a check for the origins that may open sockets: those listed, and the site's own; without a public address, those of this machine
 * with the port of the server, and those at which the network reaches it.
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
  return origin => {
    if (listed.has(origin)) return true
    if (rootUrl !== null) return false
    return ['localhost', '127.0.0.1', '[::1]'].some(host => origin === `http://${host}:${port()}`) || addresses().includes(origin)
  }
}
