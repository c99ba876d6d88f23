/**
 * The rules for names: user names, the names under which players, groups, events, machines and guests are shown, and places. Names are
 * shown within lines, titles and feeds that others read, so a name must be visible and must not change how the text around it is read.
 * Client and server use this file. The comparison of names that look alike needs a table, and only the server does it
 * (features/accounts/server).
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
 * Returns what is wrong with a name, as the end of a sentence ("must …"); null: nothing. Joiners, which Arabic and Indic texts and emoji
 * need, are allowed beside a visible character. Lengths are checked elsewhere; an empty name has no visible character.
 */
export function nameProblem(name: string): string | null {
  if (CONTROLS.test(name)) return 'must not hold control characters'
  if (BIDI_CONTROLS.test(name)) return 'must not hold characters that change the direction of writing'
  return VISIBLE.test(name) ? null : 'must hold a visible character'
}

/** Embeddings, overrides and isolates, which also affect the text after their own; and control characters except tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const REACHING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes these characters from a text, for a place that cannot isolate it: a title, a feed, a mail, a push message, a file. Such places
 * also get texts to which the rules for names do not apply (comments), and names that are older than the rules.
 */
export const withoutControls = (text: string): string => text.replace(REACHING, '')
