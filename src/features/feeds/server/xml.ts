import { withoutControls } from '../../../platform/live/names.ts'
import { escapeHtml } from '../../../platform/render/escape-html.ts'

/** What XML 1.0 has no way to write, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text for an element or an attribute in quotes. A reader shows it among others: nothing in it turns the direction of what follows. */
export const xmlText = (text: string): string => escapeHtml(withoutControls(text.replace(UNWRITABLE, '\u{FFFD}')))

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
