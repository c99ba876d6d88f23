import type { EventDoc } from '../contract/documents.ts'

/** An event as a page has it. */
export type Shown = EventDoc & { _id: string }
