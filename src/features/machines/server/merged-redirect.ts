import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { id } from '../../../platform/live/contract.ts'

/**
 * Redirects the old addresses of a machine that was merged into another: its
 * page, and the address for submitting a score, which is printed on machines.
 * @param followed returns the id of the machine itself or of the one it was merged into; null if there is none
 */
export function redirectMerged(http: Hono, followed: (machineId: string) => Promise<string | null>): void {
  const moved = async (machineId: string | undefined): Promise<string | null> => {
    const into = v.is(id, machineId) ? await followed(machineId) : null
    return into === machineId ? null : into
  }
  const go = (context: Context, path: string): Response => context.redirect(path, 301)

  http.get('/machines/:machineId', async (context, next) => {
    const into = await moved(context.req.param('machineId'))
    return into === null ? next() : go(context, `/machines/${encodeURIComponent(into)}${new URL(context.req.url).search}`)
  })
  http.get('/submit', async (context, next) => {
    const query = new URL(context.req.url).searchParams
    const into = await moved(query.get('machine') ?? undefined)
    if (into === null) return next()
    query.set('machine', into)
    return go(context, `/submit?${query}`)
  })
}
