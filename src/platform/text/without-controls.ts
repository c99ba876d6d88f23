/** Embeddings, overrides and isolates, which also affect the text after their own; and control characters except tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const REACHING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes these characters from a text, for a place that cannot isolate it: a title, a feed, a mail, a push message, a file. Such places
 * also get texts to which the rules for names do not apply (comments), and names that are older than the rules.
 */
export const withoutControls = (text: string): string => text.replace(REACHING, '')
