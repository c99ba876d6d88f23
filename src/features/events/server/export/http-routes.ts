import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import { noEvent, standingsHeld } from '#events/contract/errors.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { attachment } from '#platform/http/attachment.ts'
import { isCallError } from '#platform/live/call-errors.ts'
import { id } from '#platform/live/schemas.ts'
import type { EventAccess } from '../access.ts'
import { createCalendar } from './calendar.ts'
import type { EventExports } from './event-exports.ts'
import { eventFileName } from './file-name.ts'

const CACHE_CONTROL = 'public, max-age=15'

/**
 * Serves `GET /events/:id/results.csv` and `/events/:id/calendar.ics`, only for events that everybody may see: plain HTTP requests have no
 * login.
 */
export function registerHttpRoutes({ http, address }: FeatureContext, access: EventAccess, exports: EventExports): void {
  const serveFile = (path: string, createFile: (eventId: string) => Promise<{ filename: string; type: string; body: string }>): void => {
    http.get(path, async context => {
      const eventId = context.req.param('id')
      try {
        if (!v.is(id, eventId)) throw noEvent()
        const { filename, type, body } = await createFile(eventId)
        return context.body(body, 200, {
          'content-type': type,
          'content-disposition': attachment(filename),
          'cache-control': CACHE_CONTROL,
        })
      } catch (error) {
        if (isCallError(error, standingsHeld)) return context.text(`${standingsHeld.reason}\n`, 403, { 'cache-control': 'no-store' })
        if (!(error instanceof DdpError) || error.error !== 404) throw error
        return context.text('There is no such event.\n', 404, { 'cache-control': 'no-store' })
      }
    })
  }
  serveFile('/events/:id/results.csv', async eventId => {
    await access.requireStandings(await access.getVisible(eventId, null), null)
    return exports.get(eventId, 'csv')
  })
  serveFile('/events/:id/calendar.ics', async eventId => {
    const event = await access.getVisible(eventId, null)
    const body = createCalendar(event, `${address()}/events/${eventId}`)
    const filename = `${eventFileName(event.name, new Date(event.startsAt), event.timeZone)}.ics`
    return { filename, type: 'text/calendar; charset=utf-8', body }
  })
}
