import type { Attempt, VoidWindow } from './attempt.ts'
import { byPlay, isValid, voidWindowCovers } from './attempts.ts'
import type { CardLimits } from './format-rules.ts'

/** The games of a card, by machine. Those that do not count keep their place on it until they are played again. */
type ScoreCard = ReadonlyMap<string, Attempt>

/**
 * Deals an entrant's attempts to cards, in the order in which they were played. A game on a machine that the last card has already, or that finds
 * it full, begins the next card. A game that was voided is played again on its own card, the newest such card first.
 * @param attempts all of the entrant, also those that do not count
 */
export function dealCards(limits: CardLimits, attempts: readonly Attempt[], windows: readonly VoidWindow[]): Map<string, Attempt>[] {
  const cards: Map<string, Attempt>[] = []
  for (const attempt of [...attempts].sort(byPlay)) cardFor(limits, cards, attempt.machineId, windows).set(attempt.machineId, attempt)
  return cards
}

const isVoid = (attempt: Attempt | undefined, windows: readonly VoidWindow[]): boolean =>
  attempt !== undefined && (attempt.voided === true || windows.some(window => voidWindowCovers(window, attempt)))

/** True if a card has room for a game on a machine. */
const isOpenFor = ({ games }: CardLimits, card: ScoreCard | undefined, machineId: string): card is ScoreCard =>
  card !== undefined && card.size < games && !card.has(machineId)

/** Returns the card on which the next game on a machine is played; a new one is added to the cards. */
function cardFor(
  limits: CardLimits,
  cards: Map<string, Attempt>[],
  machineId: string,
  windows: readonly VoidWindow[],
): Map<string, Attempt> {
  const last = cards.at(-1)
  const chosen = cards.findLast(card => isVoid(card.get(machineId), windows)) ?? (isOpenFor(limits, last, machineId) ? last : undefined)
  if (chosen !== undefined) return chosen
  const added = new Map<string, Attempt>()
  cards.push(added)
  return added
}

/** Which game of which card comes next on a machine, both from 1. */
export interface NextOnCard {
  card: number
  game: number
}

/** Returns where an entrant's next game on a machine counts. @param attempts all of the entrant */
export function nextOnCard(
  limits: CardLimits,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
  machineId: string,
): NextOnCard {
  const cards = dealCards(limits, attempts, windows)
  const next = cardFor(limits, cards, machineId, windows)
  return { card: cards.indexOf(next) + 1, game: next.size + (next.has(machineId) ? 0 : 1) }
}

/** Returns how many games an entrant may still play on a machine; null: any number. @param attempts all of the entrant */
export function gamesLeftOnCards(
  limits: CardLimits,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
  machineId: string,
): number | null {
  const { most } = limits
  if (most === undefined) return null
  const cards = dealCards(limits, attempts, windows)
  const again = cards.slice(0, most).filter(card => isVoid(card.get(machineId), windows)).length
  const here = cards.length <= most && isOpenFor(limits, cards.at(-1), machineId) ? 1 : 0
  return again + here + Math.max(0, most - cards.length)
}

/** Returns the attempts of the cards that count, card by card; those beyond the limit are left out, and so are games that do not count. */
export const countingCards = (limits: CardLimits, attempts: readonly Attempt[], windows: readonly VoidWindow[]): Attempt[][] =>
  dealCards(limits, attempts, windows)
    .slice(0, limits.most)
    .map(card => [...card.values()].filter(attempt => isValid(attempt, windows)))
    .filter(games => games.length > 0)
