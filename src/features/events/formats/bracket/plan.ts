import type { BracketGame, BracketPlan, Seat } from '#events/rules/bracket/plan.ts'
import { powerOfTwo, standardSeeding } from '#events/rules/bracket/seeding.ts'

/** Levels above those of all rounds, see `BracketGame.level`. */
const THIRD_PLACE_LEVEL = 900
const FINAL_LEVEL = 1000

const winner = (of: string): Seat => ({ of, place: 1 })
const loser = (of: string): Seat => ({ of, place: 2 })

/** Returns the ids of a round's games. @param side `w`: of the winners, `l`: of the losers */
const ids = (side: 'w' | 'l', round: number, count: number): string[] => Array.from({ length: count }, (_, i) => `${side}${round}-${i + 1}`)

/** The games among those who have not lost. @param roundOf when a round of theirs is played */
function winnersGames(size: number, roundOf: (round: number) => number): BracketGame[] {
  const rounds = Math.log2(size)
  const seeds = standardSeeding(size)
  return Array.from({ length: rounds }, (_, r) => {
    const before = ids('w', r, size / 2 ** r)
    return ids('w', r + 1, size / 2 ** (r + 1)).map((id, i): BracketGame => {
      const seats: Seat[] =
        r === 0 ? [{ seed: seeds[2 * i]! }, { seed: seeds[2 * i + 1]! }] : [winner(before[2 * i]!), winner(before[2 * i + 1]!)]
      return { id, round: roundOf(r + 1), seats, winners: 1, level: roundOf(r + 1) }
    })
  }).flat()
}

/** @param third true: the losers of the semifinals play for the third place */
export function singleElimination(entrants: number, third: boolean): BracketPlan {
  const size = powerOfTwo(entrants)
  const rounds = Math.log2(size)
  const games = winnersGames(size, round => round)
  const final: BracketGame = { ...games.at(-1)!, level: FINAL_LEVEL }
  if (!third || size < 4) return [...games.slice(0, -1), final]
  const seats = ids('w', rounds - 1, 2).map(loser)
  return [...games.slice(0, -1), { id: 'third', round: rounds, seats, winners: 1, level: THIRD_PLACE_LEVEL }, final]
}

/**
 * Returns where the losers of each round of the winners drop, so that they meet those whom they have beaten as late as possible. The loser of
 * game `i` comes into the losers' game `i ^ mask`, counted from 0.
 *
 * Whom somebody has beaten in the winners' bracket dropped before, each into a part of the losers' bracket that follows from the masks of
 * those rounds; of all masks the one is taken that is farthest from all these parts.
 * @returns the mask of each round but the first, whose losers meet each other
 */
export function dropMasks(rounds: number): number[] {
  const masks: number[] = []
  for (let round = 2; round <= rounds; round++) {
    const games = 2 ** (rounds - round)
    const parts = [0, ...masks.map((mask, i) => mask >> (round - (i + 2)))]
    const distance = (mask: number): number =>
      Math.min(...parts.map(part => ((mask ^ part) === 0 ? 0 : Math.floor(Math.log2(mask ^ part)) + 1)))
    const choices = Array.from({ length: games }, (_, mask) => mask)
    masks.push(choices.reduce((best, mask) => (distance(mask) > distance(best) ? mask : best), 0))
  }
  return masks
}

/**
 * Who loses twice is out. The final is between the one who has not lost and the winner of the losers' bracket, who has to win two sets of it.
 */
export function doubleElimination(entrants: number): BracketPlan {
  const size = powerOfTwo(entrants)
  const rounds = Math.log2(size)
  // The losers play one round more than the winners for each of theirs: those who drop wait for those who are there.
  const games = winnersGames(size, round => (round === 1 ? 1 : 2 * (round - 1)))
  const masks = dropMasks(rounds)
  let survivors = ids('w', 1, size / 2).map(loser)
  for (let round = 1; round <= 2 * (rounds - 1); round++) {
    const dropped = round / 2 + 1
    const drops = round % 2 === 0
    const count = drops ? survivors.length : survivors.length / 2
    const own = ids('l', round, count)
    games.push(
      ...own.map((id, i): BracketGame => {
        const seats = drops
          ? [loser(`w${dropped}-${(i ^ masks[dropped - 2]!) + 1}`), survivors[i]!]
          : [survivors[2 * i]!, survivors[2 * i + 1]!]
        return { id, round: round + 1, seats, winners: 1, level: round + 1 }
      }),
    )
    survivors = own.map(winner)
  }
  const last = 2 * rounds
  const [challenger] = survivors
  games.push(
    { id: 'final', round: last, seats: [winner(`w${rounds}-1`), challenger!], winners: 1, level: FINAL_LEVEL },
    {
      ...{ id: 'final-2', round: last + 1, seats: [winner('final'), loser('final')], winners: 1, level: FINAL_LEVEL },
      secondSetOf: 'final',
    },
  )
  return games.sort((a, b) => a.round - b.round)
}
