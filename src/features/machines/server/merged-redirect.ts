import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { id } from '#platform/live/schemas.ts'

/**
 * Redirects the old addresses of a machine that was merged into another: its
 * page, and the address for submitting a score, which is printed on machines.
 * @param resolveMerged returns the id of the machine itself or of the one it was merged into; null if there is none
 */
export function redirectMerged(http: Hono, resolveMerged: (machineId: string) => Promise<string | null>): void {
  const findTarget = async (machineId: string | undefined): Promise<string | null> => {
    const into = v.is(id, machineId) ? await resolveMerged(machineId) : null
    return into === machineId ? null : into
  }
  const redirect = (context: Context, path: string): Response => context.redirect(path, 301)

  http.get('/machines/:machineId', async (context, next) => {
    const into = await findTarget(context.req.param('machineId'))
    return into === null ? next() : redirect(context, `/machines/${encodeURIComponent(into)}${new URL(context.req.url).search}`)
  })
  http.get('/submit', async (context, next) => {
    const query = new URL(context.req.url).searchParams
    const into = await findTarget(query.get('machine') ?? undefined)
    if (into === null) return next()
    query.set('machine', into)
    return redirect(context, `/submit?${query}`)
  })
}
