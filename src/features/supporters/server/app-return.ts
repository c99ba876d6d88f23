import type { Hono } from 'hono'
import { PATREON_APP_LINK } from '#platform/app-links.ts'

/** Begins the states of links that were begun in the app on phones. A random state has no dot. */
export const APP_STATE_PREFIX = 'app.'

/**
 * Sends the browser from `/patreon/confirm` back to the app on phones if the link was begun there: the browser that the app opens is not
 * signed in, so the page could not confirm the link. Another app that intercepts code and state cannot use them, because they are bound to
 * the user who began, whose login the app has.
 */
export function serveReturnToApp(http: Hono): void {
  http.get('/patreon/confirm', async (context, next) => {
    const answer = new URL(context.req.url).searchParams
    if (!answer.get('state')?.startsWith(APP_STATE_PREFIX)) return next()
    const known = [...answer].filter(([name]) => ['code', 'state', 'error'].includes(name))
    context.header('cache-control', 'no-store')
    return context.redirect(`${PATREON_APP_LINK}#${new URLSearchParams(known)}`, 303)
  })
}
