/**
 * `expected`: not checked in yet; `here`: checked in, and drawn into rounds; `paused`: not drawn until the entrant is back; `gone`: has left, so
 * that a bracket counts the games that are not played yet as lost
 */
export const PRESENCES = ['expected', 'here', 'paused', 'gone'] as const
export type Presence = (typeof PRESENCES)[number]
