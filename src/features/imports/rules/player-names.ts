import { newNameProblem, withoutOverrides, withoutUnseen } from '#platform/text/names.ts'
import { normalizeText } from '#platform/text/parameters.ts'

/** Letters of Greek, Cyrillic and Armenian that look like one of a–z, each above the one that it looks like. */
const LIKE_LATIN = 'ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺЅІЈАВЕКМНОРСТУХЬагеорсухѕіјѡѴѵҮүһҽӀӏԁԌԛԜԝՍՏՕագզհոռսցքօᴦꙇ'
const LATIN = 'JABEZHIKMNOPTYXayivopouFjMSIJABEKMHOPCTYXbareopcyxsijwVvYyheIidGqWwUSOwqqhnnugfori'
const AS_LATIN = new Map([...LIKE_LATIN].map((letter, i) => [letter, LATIN[i]!]))

const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

const cut = (text: string, max: number): string => [...text].slice(0, max).join('').trim()

/** Returns a name as it was written, without what no name may hold. Of a very long one, the beginning. */
export const withoutForbidden = (text: string): string =>
  cut(normalizeText(withoutUnseen(withoutOverrides(text).replace(/\p{Bidi_Control}+/gu, ''))).replace(CONTROLS, ' '), 200)

/**
 * Returns a name as names are here (platform/text/names.ts): in a word that mixes alphabets, letters that look like Latin ones become these, so
 * that it looks the same.
 * @param unnamed what it is called if nothing of it is left
 */
export function toName(text: string, max: number, unnamed: string): string {
  const folded = withoutForbidden(text).replace(WORD, word =>
    newNameProblem(word) === null ? word : [...word].map(letter => AS_LATIN.get(letter) ?? letter).join(''),
  )
  // Where letters have changed, or what was drawn as nothing between them is gone, more of that may be forbidden now, or they are in one word.
  if (folded !== text) return toName(folded, max, unnamed)
  const fitting = cut(folded, max)
  return newNameProblem(fitting) === null ? fitting : unnamed
}

/** A player of an imported event. */
interface NamedPlayer {
  name: string
  /** what the source calls the player, if that is another name */
  nameThere?: string
}

/** Gives players the names that they have here, in the same order. Who gets another name gets none that somebody else has. */
export function renamePlayers<Player extends NamedPlayer>(players: readonly Player[], names: readonly string[]): Player[] {
  const taken = new Set(players.map(({ name }) => name))
  return players.map((player, i) => {
    const wanted = names[i]!
    if (wanted === player.name) return player
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${cut(wanted, 54)} (${n})`
    taken.add(name)
    return { ...player, name, nameThere: player.nameThere ?? player.name }
  })
}
