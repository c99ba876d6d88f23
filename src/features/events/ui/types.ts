import type { EventDoc } from '../contract/documents.ts'

/** An event document as pages get it from the document store, with its id. */
export type ShownEvent = EventDoc & { _id: string }
