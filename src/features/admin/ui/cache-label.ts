import * as m from '#messages'

/** The name of a cache in the reader's language: "list of failed jobs" is called "Failed jobs". A cache without a message keeps its own name. */
export const cacheLabel = (name: string): string => m.admin_cache_label({ key: name.replace(/[^a-z]/g, '_'), name })
