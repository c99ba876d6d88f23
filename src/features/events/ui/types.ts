import type { EventDoc } from '../contract/documents.ts'

/** An event as a page has it. */
export type ShownEvent = EventDoc & { _id: string }
