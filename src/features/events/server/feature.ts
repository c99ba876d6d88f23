import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { GroupsApi } from '../../groups/server/api.ts'
import type { MachinesApi } from '../../machines/server/api.ts'
import { stateAt } from '../rules/event-state.ts'
import { EventAccess } from './access.ts'
import type { EventsApi } from './api.ts'
import * as attempts from './attempts/attempt-store.ts'
import { attemptNews, RulingsService } from './attempts/rulings.ts'
import { eventNews } from './changes.ts'
import { GuestClaimsService } from './entrants/guest-claims.ts'
import { checkStrokes, ParticipationService } from './entrants/participation.ts'
import { EventAdminService } from './event-admin.ts'
import { registerEventChannel } from './event-channel.ts'
import { asFile, type ExportedFile, exportedEvent } from './export/export-event.ts'
import { serveFiles } from './export/http-routes.ts'
import { mergeEvents } from './merge-machine-events.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { RoundDrawService } from './rounds/round-draw.ts'
import { StandingsViews } from './standings/standings-view-cache.ts'
import * as store from './store.ts'
import { eventsOfUser, takeBack } from './user-data.ts'

export function startEvents(
  platform: FeatureContext,
  { accounts, groups, machines }: { accounts: AccountsApi; groups: GroupsApi; machines: MachinesApi },
): EventsApi {
  const { database, clock, live } = platform
  const access = new EventAccess({ database, accounts, groups })
  const directing = new EventAdminService({ database, clock, access, groups, machines })
  const playing = new ParticipationService({ database, clock, access })
  const judging = new RulingsService({ database, access })
  const drawing = new RoundDrawService({ database, clock, access })
  const claiming = new GuestClaimsService({ database, access })
  const standings = new StandingsViews(platform, access)
  registerPublications(platform, { access, groups })
  registerEventChannel(platform, access)
  const exported = async (eventId: string, as: 'csv' | 'json'): Promise<ExportedFile> =>
    asFile(await exportedEvent(database, clock, eventId), as)
  registerMethods(live, { access, directing, playing, judging, drawing, claiming, standings, exported })
  serveFiles(platform, access)
  machines.onMerge(mergeEvents)
  accounts.onDelete(takeBack)
  accounts.onExport(async userId => ({ 'events.json': await eventsOfUser(database.db, userId) }))

  const eventOf = async (scoreId: string): Promise<store.EventRow | null> => {
    const eventId = await attempts.eventOfAttempt(database.db, scoreId)
    return eventId === null ? null : store.eventById(database.db, eventId)
  }
  return {
    visible: async (eventId, userId) => void (await access.visible(eventId, userId)),
    admit: async (publishing, eventId) => void (await access.admit(publishing, eventId)),
    score: (tx, userId, score) => playing.score(tx, userId, score),
    search: (text, userId, limit) => store.searchEvents(database.db, text, userId, limit, new Date(clock.now())),
    onClaim: part => claiming.also(part),
    async follow(tx, { id, ...score }, judged) {
      const logged = await judging.log(tx, id, judged)
      const eventId = await attempts.followScore(tx, id, score)
      if (eventId === null) return []
      const event = await store.eventById(tx, eventId)
      if (event !== null && score.strokes !== null) checkStrokes(event.format, score.strokes)
      return [await attemptNews(tx, eventId, id), ...logged]
    },
    async forget(tx, scoreIds, judged) {
      const logged: NewChange[] = []
      if (judged !== undefined) for (const id of scoreIds) logged.push(...(await judging.log(tx, id, judged)))
      const gone = await attempts.deleteAttempts(tx, scoreIds)
      const news = gone.map(({ id, eventId }) => eventNews(eventId, { kind: 'attempt-removed', attemptId: id }))
      return [...news, ...logged]
    },
    async directs(scoreId, userId) {
      const event = await eventOf(scoreId)
      return event === null ? null : access.directs(event, userId)
    },
    async isFrozen(scoreId) {
      const event = await eventOf(scoreId)
      return event !== null && stateAt(event, clock.now()) === 'finished'
    },
  }
}
