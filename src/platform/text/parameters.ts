/** The rules for texts and ids in parameters of calls (live/contract.ts) and of addresses of pages (app/route-table.tsx). */

/** The form of an id of something that exists. */
export const ID = /^[\x21-\x7e]{1,64}$/

/** Matches a control character except tab and line breaks (see LINES), or half of a surrogate pair: people do not type these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const LINES = /[\n\r\t]/

/** Length of a text in code points. */
export const codePoints = (text: string): number => [...text].length

/** Returns the beginning of a text, so many code points at most. */
export const cutText = (text: string, max: number): string => [...text].slice(0, max).join('')

/** Trims a text, and normalises it (NFC). */
export const normalizeText = (text: string): string => text.normalize('NFC').trim()

/** True if a text has no control characters. `lines`: it may have line breaks and tabs. */
export const isPrintable = (text: string, { lines = false } = {}): boolean => !UNPRINTABLE.test(text) && (lines || !LINES.test(text))
