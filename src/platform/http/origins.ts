/**
 * Returns a check for the origins that may open sockets: those listed, and the site's own; without a public address, those of this machine
 * with the port of the server.
 * @param port returns the port that the server listens on
 */
export function originCheck({
  rootUrl,
  allowed,
  port,
}: {
  rootUrl: string | null
  allowed: readonly string[]
  port: () => number
}): (origin: string) => boolean {
  const listed = new Set(allowed)
  if (rootUrl !== null) listed.add(new URL(rootUrl).origin)
  return origin => {
    if (listed.has(origin)) return true
    return rootUrl === null && ['localhost', '127.0.0.1', '[::1]'].some(host => origin === `http://${host}:${port()}`)
  }
}
