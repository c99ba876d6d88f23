import { createSeededRandom } from '../../tests/chaos/seeded.ts'

/** Names that repeat as those of people do: a few are very common, many are rare. Every run makes the same ones. */

const STARTS =
  'A An Al Be Bri Ca Cha Cla Da De El Em Er Fa Fre Ga Ge Ha He Hu Ing Ja Je Jo Ju Ka Ke Ki La Le Li Lu Ma Mar Me Mi Na Ne Ni No Ol Pa Pe Pla Pet Ra Re Ro Sa Se Si So Ste Ta Te Tho To Ul Va Vi Wa We Xa Ya Yo Za Zo'
const MIDDLES = 'b ck d f g k l ll m mm n nn p r rr rt s ss st t th tt v w z'
const ENDS = 'a ah an ard as e ea el en er ert et ey i ia ian ie in ina is o on or us y'

const [starts, middles, ends] = [STARTS, MIDDLES, ENDS].map(each => each.split(' ')) as [string[], string[], string[]]

function createWords(count: number, random: () => number): string[] {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!
  const words = new Set<string>()
  while (words.size < count) words.add(pick(starts) + pick(middles) + (random() < 0.3 ? pick(ends) + pick(middles) : '') + pick(ends))
  return [...words]
}

/** The first words are chosen far more often than the last, as names of people are: the first of 800 for three people in a hundred. */
const pickCommon = (words: readonly string[], random: () => number): string => words[Math.floor(words.length * random() ** 2)]!

export interface PlayerName {
  username: string
  displayName: string
}

/** Three players in five have a first name and a surname; one has chosen a single word, and one has kept the name `playerN`. */
export function createPlayerNames(count: number): PlayerName[] {
  const random = createSeededRandom(1)
  const [firstNames, surnames, nicknames] = [800, 6000, 12_000].map(size => createWords(size, random)) as [string[], string[], string[]]
  return Array.from({ length: count }, (_, n) => {
    const kind = Math.floor(random() * 5)
    if (kind === 0) return { username: `player${n}`, displayName: `Player ${n}` }
    if (kind === 1) {
      const nickname = pickCommon(nicknames, random)
      return { username: `${nickname}${n}`, displayName: nickname }
    }
    const [first, last] = [pickCommon(firstNames, random), pickCommon(surnames, random)]
    return { username: `${first}${last}${n}`.toLowerCase(), displayName: `${first} ${last}` }
  })
}

export interface MachineName {
  name: string
  manufacturer: string
  year: number
}

/** Machines with names of one to four words, in several of which `The`, `of` and `Pinball` recur. */
export function createMachineNames(count: number): MachineName[] {
  const random = createSeededRandom(2)
  const [words, makers] = [createWords(1500, random), createWords(60, random)]
  return Array.from({ length: count }, (_, n) => {
    const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pickCommon(words, random))
    if (random() < 0.15) chosen.unshift('The')
    if (random() < 0.1) chosen.push('of', pickCommon(words, random))
    if (random() < 0.1) chosen.push('Pinball')
    return { name: chosen.join(' '), manufacturer: pickCommon(makers, random), year: 1935 + (n % 90) }
  })
}

/** Names of events and groups. */
export function createTitles(count: number): string[] {
  const random = createSeededRandom(3)
  const places = createWords(200, random)
  const kinds = ['League', 'Open', 'Cup', 'Club', 'Flippers', 'Night', 'Championship']
  return Array.from({ length: count }, () => `${pickCommon(places, random)} ${kinds[Math.floor(random() * kinds.length)]!}`)
}
