import { fieldRule, noControlCharacters } from './field-rules.ts'

/**
 * The rules for names: user names, the names under which players, groups, events, machines and guests are shown, and places. Names are
 * shown within lines, titles and feeds that others read, so a name must be visible, must not change how the text around it is read, and must
 * not be spelled so that it is taken for another (decision 026). Client and server use this file. The comparison of whole names that look
 * alike needs a table, and only the server does it (features/accounts/server).
 */

/** Control characters, halves of surrogate pairs, and the two characters of Unicode that end a line or a paragraph. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** Characters that turn the direction of writing (Unicode's property Bidi_Control): marks, embeddings, overrides, isolates. */
const BIDI_CONTROLS = /\p{Bidi_Control}/u

/**
 * A letter, digit, sign or symbol with a shape of its own. Letters and symbols that are drawn as nothing do not count: Hangul fillers and
 * others that Unicode lets programs ignore, the empty Braille pattern, the null notehead, blank hieroglyphs, the object replacement
 * character.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Letters of Greek, Cyrillic and Armenian that look like one of a–z. A test compares them with Unicode's table
 * (features/accounts/server/usernames/lookalikes.test.ts).
 */
const LIKE_LATIN = /[ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺЅІЈАВЕКМНОРСТУХЬагеорсухѕіјѡѴѵҮүһҽӀӏԁԌԛԜԝՍՏՕագզհոռսցքօᴦꙇ]/u
const LATIN = /\p{Script=Latin}/u
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/**
 * Returns what is wrong with a name, as the end of a sentence ("must …"); null: nothing. Joiners, which Arabic and Indic texts and emoji
 * need, are allowed beside a visible character. Lengths are checked elsewhere; an empty name has no visible character.
 */
export function nameProblem(name: string): string | null {
  if (CONTROLS.test(name)) return noControlCharacters()
  if (BIDI_CONTROLS.test(name)) return fieldRule('invisible-characters', 'must not hold characters that change the direction of writing')
  return VISIBLE.test(name) ? null : fieldRule('missing', 'must hold a visible character')
}

/** As `nameProblem`, for a name that is being chosen. An older one may mix letters that look alike: `аdmin` with a Cyrillic `а`. */
export function newNameProblem(name: string): string | null {
  const isMixed = name.split(BETWEEN_WORDS).some(word => LATIN.test(word) && LIKE_LATIN.test(word))
  return nameProblem(name) ?? (isMixed ? fieldRule('mixed-letters', 'must not mix letters of different alphabets that look alike') : null)
}

/**
 * What programs may draw as nothing, such as the zero width space. Left are what texts need in some places (the next expression), and what
 * names may not hold anyway.
 */
const UNSEEN = /(?![\p{Bidi_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}]|\u200c|\u200d)\p{Default_Ignorable_Code_Point}/gu
/** Joiners and variation selectors where they change nothing: after letters of Europe, and joiners after signs. */
const USELESS =
  /(^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])(?:\u200c|\u200d)+|([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Variation_Selector}+/gu
/** A flag of a region, or tags of no flag. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0020}-\u{e007f}]+/gu

/**
 * Removes characters from a name that nobody sees and that pasted texts contain, so that names do not differ in nothing else. A name of
 * nothing else stays, and is refused.
 */
export function withoutUnseen(name: string): string {
  const seen = name.replace(UNSEEN, '').replace(USELESS, '$1$2').replace(TAGS, '$1')
  return seen.trim() === '' ? name : seen
}

/**
 * Removes overrides of the direction, which show letters in another order than they have, from a text of several words, and the embeddings
 * beside them, whose ends are the same character. Texts without an override keep their embeddings; marks and isolates always stay, because
 * Arabic and Hebrew texts need them.
 */
export const withoutOverrides = (text: string): string => (/[\u202d\u202e]/.test(text) ? text.replace(/[\u202a-\u202e]/g, '') : text)
