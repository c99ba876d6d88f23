import * as v from 'valibot'
import type { EventsApi } from '#events/server/api.ts'
import type { BackglassFacts } from '#machines/rules/backglass-style.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { type Card, serveCard } from '#platform/images/serve-card.ts'
import { drawCard } from '#platform/images/share-card.ts'
import { CardCache } from '#platform/images/share-card-cache.ts'
import { id } from '#platform/live/schemas.ts'
import { type Storage, storageKey } from '#platform/storage/storage.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { localDate } from '#platform/ui/format/ssr-format.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import type { MachineFacts } from '#scores/contract/scores.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import { findMachineRecord, scoreById } from '../store.ts'
import { type CardFacts, CardView } from './card-view.tsx'

/** Version of the cards' design, see `serveCard`. */
const CARD_VERSION = 3
/** minimum width of a picture used on a card, in px */
const MIN_PICTURE_WIDTH = 600

/**
 * Serves the preview pictures that chats and social sites show: `GET /scores/:id/card.png` for a score's address, `GET
 * /machines/:id/card.png`, the machine's record, for a machine's.
 */
export function serveCards(
  { http, database, storage, caches, settings, logo }: FeatureContext,
  { boards, machines, events }: { boards: BoardCache; machines: Pick<MachinesApi, 'resolveMerged'>; events: Pick<EventsApi, 'timeZone'> },
): void {
  const cards = caches.add('score cards', new CardCache())
  const zoneOfScore = async ({ eventId }: ScoreRecord): Promise<string> => (eventId === null ? 'UTC' : events.timeZone(eventId))
  const toCard = async (record: ScoreRecord, isRecord: boolean): Promise<Card> => {
    const facts = { ...(await toCardFacts(record, boards, await zoneOfScore(record))), isRecord, siteName: settings.current().name }
    const keys = { score: pictureStorageKey(record.picture), avatar: record.avatar === null ? null : storageKey(record.avatar.url) }
    return {
      data: [facts, keys, logo.version()],
      async draw(locale) {
        const [score, avatar, siteLogo] = await Promise.all([
          readPicture(storage, keys.score),
          readPicture(storage, keys.avatar),
          logo.icon('96'),
        ])
        return drawCard(inLocale(locale, () => CardView({ facts, pictures: { score, avatar, logo: siteLogo } })))
      },
    }
  }
  http.get('/scores/:id/card.png', context => {
    const find = async (): Promise<Card | null> => {
      const scoreId = context.req.param('id')
      const score = v.is(id, scoreId) ? await scoreById(database.db, scoreId) : null
      return score === null ? null : toCard(score, false)
    }
    return serveCard(context, { cards, version: CARD_VERSION, find, missing: 'There is no such score.\n' })
  })
  http.get('/machines/:id/card.png', context => {
    const find = async (): Promise<Card | null> => {
      const machineId = context.req.param('id')
      const machine = v.is(id, machineId) ? await machines.resolveMerged(machineId) : null
      const score = machine === null ? null : await findMachineRecord(database.db, machine.machineId)
      return score === null ? null : toCard(score, true)
    }
    return serveCard(context, { cards, version: CARD_VERSION, find, missing: 'This machine has no record.\n' })
  })
}

/**
 * The card shows the day on which the score was achieved: of the event's time zone, or of UTC outside of events. It shows a rank only if the
 * score's value is its player's best.
 */
async function toCardFacts(score: ScoreRecord, boards: BoardCache, timeZone: string): Promise<Omit<CardFacts, 'isRecord' | 'siteName'>> {
  const { displayName, username, machineId, machineName, machineFacts, value, achievedAt, status, userId } = score
  const { board: loaded } = await boards.get({ machineId, window: 'all', verifiedOnly: false })
  const place = loaded.board.place(userId)
  const isBest = isCounted(score) && place !== null && place.value === value
  const rank = isBest ? { rank: place.rank, players: place.players } : null
  return {
    displayName,
    username,
    machineName,
    machineFacts: toBackglassFacts(machineFacts),
    value,
    day: localDate(new Date(achievedAt), zoneOffset(achievedAt, timeZone)),
    status,
    rank,
  }
}

const toBackglassFacts = ({ year, type, display }: MachineFacts): BackglassFacts => ({
  year: year ?? undefined,
  type,
  display: (display ?? undefined) as BackglassFacts['display'],
})

/** The storage key of the smallest rendering that is at least `MIN_PICTURE_WIDTH` px wide, or else of the full picture. */
function pictureStorageKey(picture: UploadedPicture | null): string | null {
  if (picture === null) return null
  return storageKey((picture.sizes.find(({ width }) => width >= MIN_PICTURE_WIDTH) ?? picture).url)
}

const readPicture = async (storage: Storage, key: string | null): Promise<Buffer | null> => (key === null ? null : storage.read(key))
