import { escapeHtml } from '#platform/render/escape-html.ts'
import { withoutControls } from '#platform/text/without-controls.ts'

/** Characters that XML 1.0 cannot contain, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/**
 * Escapes text for an element or a quoted attribute. Control characters are removed, because in a feed reader they could reverse the
 * direction of the text that follows.
 */
export const xmlText = (text: string): string => escapeHtml(withoutControls(text.replace(UNWRITABLE, '\u{FFFD}')))

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
