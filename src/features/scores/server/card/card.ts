import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { FeatureContext } from '../../../../platform/feature-context.ts'
import { drawCard } from '../../../../platform/images/share-card.ts'
import { CardCache } from '../../../../platform/images/share-card-cache.ts'
import { id } from '../../../../platform/live/schemas.ts'
import { type Storage, storageKey } from '../../../../platform/storage/storage.ts'
import type { BackglassFacts } from '../../../machines/rules/backglass-style.ts'
import type { UploadedPicture } from '../../../uploads/contract.ts'
import type { MachineFacts } from '../../contract/scores.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import { scoreById } from '../store.ts'
import { type CardFacts, CardView } from './card-view.tsx'

/** Version of the card's design. Increase it when cards with the same data look different, so that their ETags change. */
const CARD_VERSION = 1
/** minimum width of a picture used on a card, in px */
const MIN_PICTURE_WIDTH = 600
/** how long clients may cache a card, in seconds; it is short because ranks change */
const MAX_AGE_SECONDS = 60

const NO_STORE = { 'cache-control': 'no-store' }

/** Serves `GET /scores/:id/card.png`, the preview picture that chats and social sites show for a score's address. */
export function serveCards({ http, database, storage, caches }: FeatureContext, boards: BoardCache): void {
  const cards = caches.add('score cards', new CardCache())
  http.get('/scores/:id/card.png', async context => {
    const scoreId = context.req.param('id')
    const score = v.is(id, scoreId) ? await scoreById(database.db, scoreId) : null
    if (score === null) return context.text('There is no such score.\n', 404, NO_STORE)
    const facts = await toCardFacts(score, boards)
    const pictures = { score: pictureStorageKey(score.picture), avatar: score.avatar === null ? null : storageKey(score.avatar.url) }
    const etag = `"${createHash('sha256')
      .update(JSON.stringify([CARD_VERSION, facts, pictures]))
      .digest('base64url')}"`
    const headers = { etag, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` }
    if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    try {
      const card = await cards.get(etag, async () => {
        const [score, avatar] = await Promise.all([readPicture(storage, pictures.score), readPicture(storage, pictures.avatar)])
        return drawCard(CardView({ facts, pictures: { score, avatar } }))
      })
      return context.body(new Uint8Array(card), 200, { ...headers, 'content-type': 'image/png', 'content-length': String(card.length) })
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      return context.text('Too many cards are being drawn. Please try again in a moment.\n', 503, { ...NO_STORE, 'retry-after': '5' })
    }
  })
}

/** The card shows a rank only if the score's value is its player's best. */
async function toCardFacts(score: ScoreRecord, boards: BoardCache): Promise<CardFacts> {
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
    achievedAt: new Date(achievedAt),
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

/** True if an If-None-Match header contains the ETag (RFC 9110 §13.1.2, weak comparison). */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some(each => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false
