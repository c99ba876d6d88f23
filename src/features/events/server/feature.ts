import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import { stateAt } from '../rules/state.ts'
import { Access } from './access.ts'
import { Directing } from './directing.ts'
import type { EventsDoor } from './door.ts'
import { attemptNews, Judging } from './judging.ts'
import { registerMethods } from './methods.ts'
import { eventNews } from './news.ts'
import { checkStrokes, Playing } from './playing.ts'
import { registerPublications } from './publications.ts'
import * as store from './store.ts'

export function startEvents(
  platform: Platform,
  { accounts, groups, machines }: { accounts: AccountsDoor; groups: GroupsDoor; machines: MachinesDoor },
): EventsDoor {
  const { database, clock, live } = platform
  const access = new Access({ database, accounts, groups })
  const directing = new Directing({ database, clock, access, groups, machines })
  const playing = new Playing({ database, clock, access })
  const judging = new Judging({ database, access })
  registerPublications(platform, access, groups)
  registerMethods(live, { directing, playing, judging })

  const eventOf = async (scoreId: string): Promise<store.EventRow | null> => {
    const eventId = await store.eventOfAttempt(database.db, scoreId)
    return eventId === null ? null : store.eventById(database.db, eventId)
  }
  return {
    visible: async (eventId, userId) => void (await access.visible(eventId, userId)),
    admit: async (publishing, eventId) => void (await access.admit(publishing, eventId)),
    score: (tx, userId, score) => playing.score(tx, userId, score),
    async follow(tx, { id, ...score }) {
      const eventId = await store.followScore(tx, id, score)
      if (eventId === null) return []
      const event = await store.eventById(tx, eventId)
      if (event !== null && score.strokes !== null) checkStrokes(event.format, score.strokes)
      return [await attemptNews(tx, eventId, id)]
    },
    async forget(tx, scoreIds) {
      const gone = await store.deleteAttempts(tx, scoreIds)
      return gone.map(({ id, eventId }) => eventNews(eventId, { kind: 'attempt-removed', attemptId: id }))
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
