import { DdpError } from '#ddp/wire/error.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { scoresComment, scoresLike } from '#scores/contract/likes-and-comments.ts'
import { scoresModerate } from '#scores/contract/moderation.ts'
import { scoresFlag, scoresSubmit } from '#scores/contract/scores.ts'
import { scoreById } from '#scores/server/store.ts'
import type { DemoClient } from './client.ts'
import { type DemoPerson, DIRECTOR } from './people.ts'
import { render } from './rasterize.ts'
import type { Game } from './scores.ts'
import { display } from './svg.ts'
import { DOUBTS, REPLIES } from './texts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PHOTOS = 12

/** A game that was submitted under an id. */
export interface Entry extends Game {
  id: string
}

const height = ({ value, machine }: Game): number => (Math.log10(value) - machine.middle) / machine.spread

/** Selects games of the last weeks that a player took a picture of: good ones, on machines that show scores on a dot-matrix display. */
export function pickScoresWithPhoto({ random, now }: DemoClient, entries: readonly Entry[]): Entry[] {
  const recent = entries.filter(({ at, machine }) => at > now - 25 * DAY && machine.year >= 1991)
  const good = recent.sort((a, b) => height(b) - height(a)).slice(0, 3 * PHOTOS)
  return random.sample(good, PHOTOS)
}

/** Plans a game that is submitted with a picture of the display. */
export function submitScoreWithPhoto(site: DemoClient, { id: _id, at, person, machine, value, comment, location }: Entry): void {
  site.schedule.at(at, async () => {
    const picture = await site.send(person, 'scorePicUpload', await render(display(site.random, value)))
    await site.callAs(person, scoresSubmit, {
      _id,
      machineId: site.machineId(machine),
      value,
      location,
      picture,
      ...(comment === null ? {} : { comment }),
    })
  })
}

/** Plans likes, comments, flags and moderation decisions for scores. */
export function seedLikesAndComments(site: DemoClient, entries: readonly Entry[], photos: readonly Entry[]): void {
  const { random, now, schedule, people } = site
  const moderator = site.person(DIRECTOR)
  const later = (at: number, most: number): number => at + random.next() * Math.min(most, now - at - 1)
  const other = ({ person }: Entry): DemoPerson => random.pickOne(people.filter(each => each !== person && each.since < 0.6))

  const recent = random.sample(
    entries.filter(({ at }) => at > now - 120 * DAY),
    130,
  )
  for (const entry of [...recent, ...photos]) {
    const { id: scoreId, at, person } = entry
    for (const liker of random.sample(
      people.filter(each => each !== person),
      random.integer(1, 4),
    ))
      schedule.at(later(at, 2 * DAY), () => site.callAs(liker, scoresLike, { scoreId, like: true }))
    if (!random.chance(0.25) && !photos.includes(entry)) continue
    const commentText = random.pickOne(REPLIES)
    schedule.at(later(at, DAY), () => site.callAs(other(entry), scoresComment, { _id: uuidv7(), scoreId, text: commentText }))
  }

  const moderate = (entry: Entry, at: number, status: 'verified' | 'rejected', reason?: string): void => {
    const decide = async (): Promise<void> => {
      const score = await scoreById(site.database.db, entry.id)
      const decision = { scoreId: entry.id, version: score!.version, status, ...(reason && { reason }) }
      await site.callAs(moderator, scoresModerate, decision).catch((error: unknown) => {
        // Its picture was shown meanwhile, which changes the version of a score once.
        if (error instanceof DdpError && error.error === 409) return decide()
        throw error
      })
    }
    schedule.at(at, decide)
  }
  const best = entries.filter(entry => entry.person !== moderator && height(entry) > 1.1 && entry.at < now - 2 * DAY)
  for (const entry of random.sample(best, 110)) moderate(entry, later(entry.at, 3 * DAY), 'verified')
  for (const entry of photos.slice(0, 5)) {
    const lately = Math.max(entry.at + 1000, now - random.between(60, 3_000_000))
    if (entry.person !== moderator) moderate(entry, lately, 'verified')
  }

  // Only scores that nobody verifies are flagged: a verification settles the doubts about a score.
  const unverified = entries.filter(entry => !best.includes(entry) && !photos.includes(entry))
  const doubted = random.sample(
    unverified.filter(entry => entry.at > now - 12 * DAY && entry.at < now - DAY && height(entry) > 0.3),
    DOUBTS.length,
  )
  for (const [i, entry] of doubted.entries()) {
    const flagged = later(entry.at, 0.6 * DAY)
    schedule.at(flagged, () => site.callAs(other(entry), scoresFlag, { scoreId: entry.id, reason: DOUBTS[i]! }))
    if (i === 0) moderate(entry, flagged + 3 * HOUR, 'rejected', 'Settled with the player: the number was that of another game.')
  }
}
