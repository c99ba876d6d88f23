import type { Boot } from '../browser/main.browser.tsx'

/** Path at which every Skillshot server identifies itself. */
const WELL_KNOWN_PATH = '/.well-known/skillshot'

/** ms to wait for an answer */
const TIMEOUT_MS = 10_000

/** `silent`: nothing answers; `stranger`: what answers is not a Skillshot server, or does not allow the app to read the answer (CORS) */
export type ProbedServer = 'skillshot' | 'silent' | 'stranger'

/** Finds out what answers at an origin. */
export async function probeServer(origin: string): Promise<ProbedServer> {
  const fetchInfo = (mode: RequestMode): Promise<Response> =>
    fetch(origin + WELL_KNOWN_PATH, { mode, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
  try {
    const body = (await (await fetchInfo('cors')).json()) as { app?: unknown } | null
    return body?.app === 'skillshot' ? 'skillshot' : 'stranger'
  } catch {
    return fetchInfo('no-cors').then(
      () => 'stranger',
      () => 'silent',
    )
  }
}

/** ms to wait for the settings when the app opens. Without an answer the app starts without settings. */
const SETTINGS = 1500

/** Returns the part of the server's configuration that every browser gets. */
export async function readServerSettings(origin: string): Promise<Pick<Boot, 'settings'>> {
  try {
    const sign = await fetch(origin + WELL_KNOWN_PATH, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(SETTINGS) })
    const { settings } = (await sign.json()) as Pick<Boot, 'settings'>
    return settings === undefined ? {} : { settings }
  } catch {
    return {}
  }
}
