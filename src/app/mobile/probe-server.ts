import type { Boot } from '../main.browser.tsx'

/** Where every Skillshot says that it is one. */
const SIGN = '/.well-known/skillshot'

/** ms for an answer */
const PATIENCE = 10_000

/** `silent`: nothing answers; `stranger`: something does that is no Skillshot, or none that lets apps in */
export type ProbedServer = 'skillshot' | 'silent' | 'stranger'

/** What answers at an origin. */
export async function findServer(origin: string): Promise<ProbedServer> {
  const ask = (mode: RequestMode): Promise<Response> =>
    fetch(origin + SIGN, { mode, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })
  try {
    const said = (await (await ask('cors')).json()) as { app?: unknown } | null
    return said?.app === 'skillshot' ? 'skillshot' : 'stranger'
  } catch {
    return ask('no-cors').then(
      () => 'stranger',
      () => 'silent',
    )
  }
}

/** ms that the app waits for them when it opens: without them it does without */
const SETTINGS = 1500

/** What the server tells every browser of its configuration. */
export async function readServerSettings(origin: string): Promise<Pick<Boot, 'settings'>> {
  try {
    const sign = await fetch(origin + SIGN, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(SETTINGS) })
    const { settings } = (await sign.json()) as Pick<Boot, 'settings'>
    return settings === undefined ? {} : { settings }
  } catch {
    return {}
  }
}
